/** Runs `stallhand mcp` until the assistant's program ends it. Writes nothing but the protocol to the standard output. */
import type { Readable } from 'node:stream'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { defaultDataDir } from '../common/data-dir.ts'
import { parseFlags } from '../common/flags.ts'
import { doorPath } from './door-path.ts'
import { createMcpServer } from './mcp-server.ts'

const KEY_VARIABLE = 'STALLHAND_KEY'

/** Resolves with the exit code once `input` ends, which is how an assistant's program ends this one. */
export const runMcp = async (args: readonly string[], version: string, input: Readable): Promise<number> => {
  const parsed = parseFlags(
    args.filter((arg) => arg !== 'mcp'),
    { cwd: process.cwd(), unknown: 'reject' },
  )
  if (!parsed.ok) {
    console.error(parsed.sentence)
    return 2
  }
  const key = process.env[KEY_VARIABLE] ?? ''
  if (key === '') {
    console.error(
      `Set ${KEY_VARIABLE} to the key that Stallhand showed when you added the assistant (Settings, Assistants).`,
    )
    return 2
  }
  const at = doorPath(parsed.flags.dataDir ?? defaultDataDir())
  const ended = new Promise<void>((resolve) => void input.once('close', resolve).once('end', resolve))
  serveStdio(() => createMcpServer({ at, key, version }), { transport: new StdioServerTransport(input) })
  await ended
  return 0
}
