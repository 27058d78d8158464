extension HelpText {
    /// The help that is printed first: the most frequent commands, by task.
    static let tasks = """
        switchboard [options] [COMMAND …]  one command, or the shell; begin with --demo

        Open a page:
          open URL              show the page of a URL; in the shell the URL is enough
          NUMBER                follow the link or fill in the form with that number
          back, forward, stack  go back a page, go forward again, list the open pages
        Ask for a value:
          call URL              show the value of a URL; --body JSON goes with the call
          resolve URL           show which route answers; --explain shows why
        See what there is:
          routes [MODULE…]      list what can be opened and called
          modules               list the modules, and why one does not run
        Add a module:
          module install PATH   install a library or a built package
          module new NAME       write a package with a module of your own
        Go on:
          help COMMAND          show the usage of a command, with examples
          help --all            list every command, option and exit code
          help keys             list the keys that edit a line of the shell
          quit                  end the shell, as Ctrl-D does
        """

    /// The argument of `help` that lists the keys.
    static let keysWord = "keys"

    static let keys = """
        Enter                  run the line
        Tab                    complete the word; again: list the choices
        Right, End             accept the suggestion in grey
        Up, Down               show an earlier or a later line; also Ctrl-P, Ctrl-N
        Ctrl-R                 search earlier lines; again: next match; Ctrl-G: cancel
        Left, Right            move by one character; also Ctrl-B, Ctrl-F
        Ctrl-Left, Ctrl-Right  move by one word; also Alt-B, Alt-F
        Home, End              go to the beginning or the end; also Ctrl-A, Ctrl-E
        Backspace, Delete      remove a character; also Ctrl-H, Ctrl-D
        Alt-Backspace, Alt-D   cut the word before or after the cursor
        Ctrl-W                 cut back to a space
        Ctrl-U, Ctrl-K         cut all before or after the cursor
        Ctrl-Y, Alt-Y          insert what was cut; then: what was cut before that
        Ctrl-T                 exchange two characters
        Ctrl-L                 clear the screen
        Ctrl-C                 leave the line, and cancel all requests
        Ctrl-D                 end the shell, on an empty line
        """
}
