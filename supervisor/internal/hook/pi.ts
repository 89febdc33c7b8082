// turnguard's extension for pi. It tells the guard that has started this pi what the agent does, and waits for the guard's
// word before each request to the model and before each tool call. Without its guard a run does not go on.

import { createHash } from "node:crypto";
import { createConnection } from "node:net";

const SOCKET = "{{socket}}";

// What is reported of a message: enough to count it and to tell a person about it, and well below the 64 KiB that a
// message to the guard may have.
function outline(message) {
	if (message.role !== "assistant") return { role: message.role };
	const texts = message.content.filter((block) => block.type === "text").slice(-1);
	return {
		role: message.role,
		stopReason: message.stopReason,
		usage: message.usage && { totalTokens: message.usage.totalTokens, cost: { total: message.usage.cost?.total } },
		content: texts.map((block) => ({ text: block.text.slice(0, 500) })),
	};
}

// What is told of a tool's result: what it takes to notice that it is the same as another, and not what is in it.
function print(...values) {
	return createHash("sha256").update(JSON.stringify(values)).digest("hex").slice(0, 16);
}

function connect() {
	return new Promise((resolve, reject) => {
		const socket = createConnection(SOCKET, () => resolve(socket));
		socket.on("error", reject);
	});
}

export default function turnguard(pi) {
	let guard; // the connection; never unref'd: it keeps pi alive while it waits for a verdict
	let context; // the newest one
	let left = false; // on purpose
	let asked = 0;
	const answers = new Map();

	const tell = (message) => guard?.write(JSON.stringify(message) + "\n");

	const ask = (message) =>
		new Promise((resolve) => {
			answers.set(++asked, resolve);
			tell({ ...message, id: asked });
		});

	// Nobody counts any more. pi swallows what a handler throws, so the one sure end is pi's own.
	function orphaned() {
		if (left) return;
		left = true;
		context?.abort();
		process.kill(process.pid, "SIGTERM");
	}

	function heed(message) {
		if (left) return;
		const screen = context?.hasUI && (context.mode ?? (process.argv.includes("rpc") ? "rpc" : "tui")) === "tui";
		if (message.id) {
			answers.get(message.id)?.(message);
			answers.delete(message.id);
		} else if (message.warning) {
			if (screen) context.ui.notify(message.warning, "warning");
		} else if (screen) {
			context.ui.setWidget("turnguard", message.widget ? [message.widget] : undefined);
		}
	}

	pi.on("session_start", async (_event, ctx) => {
		context = ctx;
		try {
			guard = await connect();
		} catch {
			return orphaned();
		}
		let rest = "";
		guard.setEncoding("utf8");
		guard.on("error", () => {});
		guard.on("close", orphaned);
		guard.on("data", (text) => {
			const lines = (rest + text).split("\n");
			rest = lines.pop();
			for (const line of lines) heed(JSON.parse(line));
		});
		await ask({
			type: "hello",
			session: ctx.sessionManager.getSessionId(),
			file: ctx.sessionManager.getSessionFile(),
		});
	});

	// The other half of session_start: pi is about to end, or to load its extensions anew for another session. A context
	// must not be touched from here on.
	pi.on("session_shutdown", () => {
		left = true;
		context = undefined;
		tell({ type: "bye" });
		guard?.end();
	});

	// pi 0.74 queues what it tells, and gets here before it has told of the last of many results, or of the turn itself.
	pi.on("before_provider_request", async (_event, ctx) => {
		context = ctx;
		await new Promise(setImmediate);
		const verdict = await ask({ type: "gate" });
		if (verdict.stop) ctx.abort();
	});

	for (const type of ["agent_start", "agent_end", "turn_start"]) {
		pi.on(type, (_event, ctx) => {
			context = ctx;
			tell({ type });
		});
	}
	for (const type of ["message_start", "message_end"]) {
		pi.on(type, ({ message }) => {
			if (message.role === "user" || message.role === "assistant") tell({ type, message: outline(message) });
		});
	}
	// Results are taken from messages, since a call that pi does not run, or knows no tool for, is no tool_result.
	let calls = new Map(); // the arguments of the last response's, by their id
	pi.on("message_end", ({ message }) => {
		if (message.role === "assistant") {
			calls = new Map(message.content.filter((b) => b.type === "toolCall").map((b) => [b.id, b.arguments]));
		} else if (message.role === "toolResult") {
			const { toolName, toolCallId, content, isError } = message;
			tell({
				type: "tool_result",
				name: toolName.slice(0, 40),
				print: print(toolName, calls.get(toolCallId), content, isError),
			});
		}
	});
	// pi asks for all calls of a response before it runs the first. What is sent before they have run is in the next
	// request, and the guard's words are for that one.
	pi.on("tool_call", async ({ type, toolName }, ctx) => {
		context = ctx;
		const verdict = await ask({ type, name: toolName.slice(0, 40) });
		if (verdict.words) pi.sendUserMessage(verdict.words, { deliverAs: "steer" });
		if (verdict.stop) ctx.abort();
		if (verdict.stop || verdict.refuse) return { block: true, reason: "turnguard: " + verdict.text };
	});
	pi.on("input", (event) => {
		tell({ type: "input", source: event.source });
	});

	pi.registerCommand("turn-limit", {
		description: "Set how many turns the agent may take: /turn-limit <N|unlimited>",
		handler: async (args, ctx) => {
			context = ctx;
			const reply = await ask({ type: "limit", limit: args.trim().slice(0, 100) });
			ctx.ui.notify(reply.error ?? reply.text, reply.error ? "error" : "info");
		},
	});
}
