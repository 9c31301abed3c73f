/** Runs `stallhand mcp` until the assistant's program ends it. Writes nothing but the protocol to the standard output. */
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { defaultDataDir } from '../common/data-dir.ts'
import { parseFlags } from '../common/flags.ts'
import { doorPath } from './door-path.ts'
import { createMcpServer } from './mcp-server.ts'

const KEY_VARIABLE = 'STALLHAND_KEY'

/** The exit code. */
export const runMcp = (args: readonly string[], version: string): number | undefined => {
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
  serveStdio(() => createMcpServer({ at, key, version }))
  return undefined
}
