/** The entry point of the desktop host. */
import { app } from 'electron'
import { explain } from '../common/explain.ts'
import { isMcpRun, parseFlags, usage } from '../common/flags.ts'
import { reportToLauncher } from '../common/launch-report.ts'
import { giveUp, runDesktop } from './run-desktop.ts'
import { openStandardInput } from './standard-input.ts'

// SECURITY: only this user can read the app's files, even in a shared folder.
process.umask(0o077)
void reportToLauncher('running')

/**
 * SECURITY (Electron checklist 4): an AppImage's script adds this switch by itself on systems that restrict user
 * namespaces (https://ubuntu.com/blog/ubuntu-23-10-restricted-unprivileged-user-namespaces).
 */
const withoutSandboxMessage =
  'Stallhand was started without Chromium’s sandbox, which protects this computer from what a message shows, so it doesn’t open. Start it without --no-sandbox. If this system refuses the sandbox to an AppImage, install the .deb instead.'

const parsed = parseFlags(process.argv.slice(app.isPackaged ? 1 : 2), { cwd: process.cwd(), unknown: 'ignore' })
const args = process.argv.slice(app.isPackaged ? 1 : 2)
// An assistant's program has no window and no second instance: it asks the running app.
if (isMcpRun(args)) {
  // Without a place in the Dock.
  if (process.platform === 'darwin') app.setActivationPolicy('prohibited')
  // Electron goes on without windows until it is ended.
  void import('../proposals/run-mcp.ts')
    .then(({ runMcp }) => runMcp(args, app.getVersion(), openStandardInput(process.platform)))
    .then((code) => app.exit(code))
} else if (!parsed.ok) giveUp(parsed.sentence, 2)
else if (app.commandLine.hasSwitch('no-sandbox')) giveUp(withoutSandboxMessage, 2)
else if (parsed.flags.help) {
  console.log(usage)
  void reportToLauncher('explained').then(() => app.exit(0))
} else runDesktop(parsed.flags).catch((error: unknown) => giveUp(explain(error), 1))
