/** The entry point of the desktop host. */
import { app } from 'electron'
import { explain } from '../common/explain.ts'
import { parseFlags, usage } from '../common/flags.ts'
import { reportToLauncher } from '../common/launch-report.ts'
import { giveUp, runDesktop } from './run-desktop.ts'

// SECURITY: every file is readable by this user only, even in a shared folder.
process.umask(0o077)
void reportToLauncher('running')

const parsed = parseFlags(process.argv.slice(app.isPackaged ? 1 : 2), { cwd: process.cwd(), unknown: 'ignore' })
if (!parsed.ok) giveUp(parsed.sentence, 2)
else if (parsed.flags.help) {
  console.log(usage)
  void reportToLauncher('explained').then(() => app.exit(0))
} else runDesktop(parsed.flags).catch((error: unknown) => giveUp(explain(error), 1))
