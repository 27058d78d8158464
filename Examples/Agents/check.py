#!/usr/bin/env python3
"""Checks server.py with the host of the checkout: by lines of JSON-RPC or, as check.sh does, by a client of the protocol.

Usage: check.py [--client]
"""
import asyncio, json, os, subprocess, sys, tempfile

sys.dont_write_bytecode = True
from server import Tool

os.chdir(os.path.dirname(os.path.abspath(__file__)) + "/../..")
HOST = [".build/debug/switchboard", "--modules", "Examples/MovingOver/.build/debug", "--demo"]
SERVER = [sys.executable, "Examples/Agents/server.py", *HOST]
# Tools, their arguments, whether the result is an error, and a part of its text.
CALLS = [
    ("open_rent_id", {"id": 42}, False, "[2] All homes"),
    ("follow", {"number": 2}, False, "Homes to let"),
    ("open_rent_list", {"city": "Beijing", "max": 4000}, False, "[1] Room by the subway"),
    ("back", {}, False, "[2] 静安寺两居室"),
    ("open_rent_id", {"id": "x\nquit"}, True, "give a whole number"),
    ("open_rent_id", {}, True, "\"id\" is missing; give all that the schema of open_rent_id requires"),
    ("call_matches_questions", {}, False, "true"),
    ("open_messages_write", {"to": "wang"}, False, "[1] Write…"),
    ("follow", {"number": 1, "values": {"text": "It's\n5 o'clock"}}, False, "You: It's\n5 o'clock"),
    ("follow", {"number": 1, "values": {"text": ""}}, True, "\"Text\" is empty; type something"),
    ("follow", {"number": 2, "values": {"kind": "image", "file": __file__}}, True, "is not a form; leave the values out"),
    ("open_account_login", {}, False, "Password"),
    ("follow", {"number": 1, "values": {"user": "lin", "password": "hush"}}, True, "ask a public route of Account"),
]

# Patterns, the arguments of their tools, and the lines of the shell.
LINES = [
    ("/the(/foo/:a)(/bar/:b<one(p,q)>)", {"b": "p", "n": 1.5}, "open 'app://the/bar/p?n=1.5'"),
    ("/the(/foo/:a(/bar/:b))", {"a": "x y", "b": "é"}, "open app://the/foo/x%20y/bar/%C3%A9"),
    ("/docs/*path", {"path": "a/b?", "all": True}, "open 'app://docs/a/b%3F?all=true'"),
    ("/file/:name.json", {"name": "../a"}, "open app://file/..%2Fa.json"),
    ("https://*/loupan/:id<slug>", {"id": "quay"}, "open https://localhost/loupan/quay"),
]


async def check(tools, call):
    for pattern, arguments, line in LINES:
        found = Tool({"verb": "open", "pattern": pattern, "owner": "A", "schema": {"parameters": {}}}).line(arguments)
        assert found == line, found
    schemas = {tool["name"]: tool["inputSchema"] for tool in await tools()}
    assert schemas["open_rent_id"]["required"] == ["id"], schemas
    assert not [name for name in schemas if "session" in name or "logout" in name], schemas
    for name, arguments, is_error, part in CALLS:
        result = await call(name, arguments)
        found = result["content"][0]["text"]
        assert result.get("isError", False) == is_error and part in found, (name, arguments, found)
        print(name, "is refused:" if is_error else "answers:", part.split("\n")[0])
        if name == "open_rent_id" and not is_error:
            assert result["structuredContent"]["page"]["url"] == "app://rent/42", result


async def by_lines(errors):
    server = subprocess.Popen(SERVER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors)

    async def ask(method, **parameters):
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters}
        server.stdin.write((json.dumps(request) + "\n").encode())
        server.stdin.flush()
        answer = json.loads(server.stdout.readline())
        return answer.get("result") or answer["error"]

    async def tools(): return (await ask("tools/list"))["tools"]
    async def call(name, arguments): return await ask("tools/call", name=name, arguments=arguments)
    assert (await ask("initialize", protocolVersion="2025-11-25"))["protocolVersion"] == "2025-11-25"
    await check(tools, call)
    assert (await ask("tools/call", name="call_account_logout"))["code"] == -32602
    server.communicate()


async def by_client(errors):
    from mcp import Client, MCPError, StdioServerParameters, stdio_client

    parameters = StdioServerParameters(command=SERVER[0], args=SERVER[1:], env=dict(os.environ))
    async with Client(stdio_client(parameters, errlog=errors)) as client:
        async def tools(): return [tool.model_dump(by_alias=True) for tool in (await client.list_tools()).tools]
        async def call(*words): return (await client.call_tool(*words)).model_dump(by_alias=True)
        await check(tools, call)
        try:
            assert not await client.call_tool("call_account_logout", {})
        except MCPError as error:
            assert error.error.code == -32602, error


with tempfile.TemporaryDirectory() as home, open(f"{home}/errors", "w+") as errors:
    for name in [name for name in os.environ if name.startswith("XDG_")]:
        del os.environ[name]
    os.environ["HOME"] = home
    subprocess.run(HOST, input=b"app://account/login\n1\nlin\nsecret\n", stdout=subprocess.DEVNULL, check=True)
    asyncio.run(by_client(errors) if "--client" in sys.argv else by_lines(errors))
    assert not errors.seek(0) and not errors.read(), "the server wrote to its standard error"
