// turnguard's plugin for opencode. It tells the guard that has started this opencode what the agent does, and waits for the
// guard's word before each request to the model and before each tool call. Without its guard a run does not go on.

import { createConnection } from "node:net";

const SOCKET = "{{socket}}";
const CONFIG = "{{config}}"; // what the user has in the variable that names this plugin
const RETRIES = "{{retries}}";

// Agents of opencode's own, beside the turns: they name the session, and shorten it.
const SIDE = ["title", "summary", "compaction"];

let guard; // one connection for all projects that are open; never unref'd
let asked = 0;
const answers = new Map();
const parents = new Map(); // of a session, its parent's id, or undefined
const retrying = new Set(); // sessions whose next request is the last one again
const words = new Map(); // what is to be said with the result of a tool call

// Nobody counts any more. opencode goes on where a plugin fails to load, so the one sure end is opencode's own.
function orphaned() {
	process.kill(process.pid, "SIGTERM");
}

const tell = (message) => guard.write(JSON.stringify(message) + "\n");

function ask(message) {
	return new Promise((resolve) => {
		answers.set(++asked, resolve);
		tell({ ...message, id: asked });
	});
}

function connect() {
	return new Promise((resolve) => {
		const socket = createConnection(SOCKET, () => resolve(socket));
		let rest = "";
		socket.setEncoding("utf8");
		socket.on("error", () => {});
		socket.on("close", orphaned);
		socket.on("data", (text) => {
			const lines = (rest + text).split("\n");
			rest = lines.pop();
			for (const message of lines.map((line) => JSON.parse(line))) {
				answers.get(message.id)?.(message);
				answers.delete(message.id);
			}
		});
	});
}

async function join() {
	if (RETRIES) process.env.npm_config_fetch_retries = RETRIES;
	else delete process.env.npm_config_fetch_retries;
	guard = await connect();
	await ask({ type: "hello" });
}

let joined;

export default async function turnguard({ client }) {
	await (joined ??= join());

	// A sub-agent works in a session of its own, below the one that has called it.
	async function origin(id) {
		if (!parents.has(id)) parents.set(id, (await client.session.get({ path: { id } })).data?.parentID);
		return { session: id, agent_id: parents.get(id) && id };
	}

	const heard = {
		"session.status": async ({ sessionID, status }) => {
			if (status.type === "retry") retrying.add(sessionID);
			if (status.type === "idle") tell({ type: "idle", ...(await origin(sessionID)) });
		},
		"session.error": async ({ sessionID }) => {
			if (sessionID) tell({ type: "error", ...(await origin(sessionID)) });
		},
		"message.part.updated": async ({ part }) => {
			if (part.type === "step-finish") {
				const { tokens, cost } = part;
				tell({ type: "step_finish", ...(await origin(part.sessionID)), tokens, cost });
			}
			if (part.type === "text" && part.time?.end) {
				tell({ type: "text", ...(await origin(part.sessionID)), text: part.text.slice(0, 500) });
			}
		},
	};

	return {
		event: ({ event }) => heard[event.type]?.(event.properties),

		"chat.message": async ({ sessionID }, { parts }) => {
			if (parts.every((part) => part.synthetic)) return;
			tell({ type: "prompt", ...(await origin(sessionID)) });
		},

		"chat.params": async ({ sessionID, agent }) => {
			const name = agent.name ?? agent;
			if (SIDE.includes(name)) return;
			const again = retrying.delete(sessionID);
			const verdict = await ask({ type: "gate", ...(await origin(sessionID)), again });
			if (verdict.stop) throw new Error("turnguard: " + verdict.text);
		},

		"tool.execute.before": async ({ tool, sessionID, callID }) => {
			const verdict = await ask({ type: "tool_call", ...(await origin(sessionID)), name: tool.slice(0, 40) });
			if (verdict.words) words.set(callID, verdict.words);
			if (verdict.stop || verdict.refuse) throw new Error("turnguard: " + verdict.text);
		},

		// The next request has the results of all calls, also of those that failed, and so have those after it.
		"experimental.chat.messages.transform": async (_input, { messages }) => {
			for (const { state, callID } of messages.flatMap(({ parts }) => parts)) {
				if (!words.has(callID)) continue;
				const result = state.status === "error" ? "error" : "output";
				state[result] = `${state[result]}\n\n${words.get(callID)}`;
			}
		},

		// An opencode that a tool runs is no part of this run.
		"shell.env": async (_input, { env }) => {
			env.OPENCODE_CONFIG_CONTENT = CONFIG;
		},
	};
}
