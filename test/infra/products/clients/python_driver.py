"""The driver of the Python client; README.md has the commands. With --async it drives the client for asyncio."""

import asyncio
import dataclasses
import inspect
import json
import re
import sys

import social_publishing
from social_publishing import AsyncClient, Client, verify_webhook
from social_publishing._codec import Model, encode

IS_ASYNC = "--async" in sys.argv
client = None


def snake(name):
    return re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", name).lower()


def arguments(command):
    named = {**(command.get("query") or {}), **(command.get("body") or {})}
    key = {"idempotency_key": command["idempotencyKey"]} if "idempotencyKey" in command else {}
    return {**{snake(name): value for name, value in named.items()}, **key}


async def settled(value):
    return await value if inspect.isawaitable(value) else value


async def collected(items, count=None):
    found = []
    if hasattr(items, "__aiter__"):
        async for item in items:
            found.append(item)
            if len(found) == count:
                break
    else:
        for item in items:
            found.append(item)
            if len(found) == count:
                break
    return found


async def connect(command):
    global client
    if client is not None:
        await settled(client.close())
    retries = {"retries": command["retries"]} if "retries" in command else {}
    client = (AsyncClient if IS_ASYNC else Client)(command["baseUrl"], command["apiKey"], **retries)


async def call(command):
    method = getattr(client, snake(command["operation"]))
    return await settled(method(*(command.get("params") or {}).values(), **arguments(command)))


async def list_all(command):
    return await collected(client.paginate(getattr(client, snake(command["operation"])), **arguments(command)))


async def verify(command):
    tolerance = {"tolerance_seconds": command["toleranceSeconds"]} if "toleranceSeconds" in command else {}
    given = {name: command.get(name) for name in ("body", "signature", "secret", "now")}
    return verify_webhook(**given, **tolerance)


async def upload(command):
    progress = {}

    def note(made):
        progress[made.filename] = made

    way, files = command["way"], command["files"]
    if way == "media":
        uploaded = [await settled(client.upload_media(files[0], on_progress=note))]
    elif way == "avatar":
        uploaded = [await settled(client.upload_avatar(files[0], on_progress=note))]
    else:
        platforms = {"platforms": command["platforms"]} if way == "videosFor" else {}
        uploaded = await settled(client.upload_videos(files, on_progress=note, **platforms))
    shown = [
        {"filename": each.filename, "sentBytes": each.sent_bytes, "totalBytes": each.total_bytes}
        for each in progress.values()
    ]
    return {"uploaded": uploaded, "progress": shown}


async def wait_until_published(command):
    timeout = command["timeoutMs"] / 1000
    return await settled(client.wait_until_published(command["postId"], timeout=timeout))


async def feed(command):
    events = client.live_feed(after=command["after"], categories=command["categories"])
    return [dataclasses.asdict(each) for each in await collected(events, command["count"])]


COMMANDS = {
    "connect": connect,
    "call": call,
    "list": list_all,
    "verify": verify,
    "upload": upload,
    "waitUntilPublished": wait_until_published,
    "feed": feed,
}


def as_json(value):
    if isinstance(value, Model):
        return encode(value)
    if isinstance(value, dict):
        return {key: as_json(each) for key, each in value.items()}
    return [as_json(each) for each in value] if isinstance(value, list) else value


async def reply_to(command):
    try:
        return {"value": as_json(await COMMANDS[command["do"]](command))}
    except Exception as fault:  # Every fault is an answer of the driver.
        shown = {"class": type(fault).__name__, "message": str(fault)}
        if isinstance(fault, social_publishing.ApiError):
            shown |= {"code": fault.code, "details": fault.details, "requestId": fault.request_id}
            shown |= {"documentationUrl": fault.documentation_url}
        return {"error": shown}


async def main():
    for line in sys.stdin:
        print(json.dumps(await reply_to(json.loads(line))), flush=True)


asyncio.run(main())
