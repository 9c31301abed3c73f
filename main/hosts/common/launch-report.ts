/** Only the launcher sets it: another parent process with an IPC channel expects its own messages. */
export const LAUNCHER_VARIABLE = 'STALLHAND_LAUNCHER'

/**
 * What the desktop reports to the launcher that started it, over the IPC channel of its process. If something else started it,
 * there is no channel and nothing is sent.
 *
 * - `running`: the runtime works and runs the app.
 * - `windowShown`: the first window is on screen.
 * - `explained`: the app ends normally, with or without a window, and has said why (bad flags, a folder in use, a second start)
 *   or was quit.
 */
export type LaunchReport = 'running' | 'windowShown' | 'explained'

/** Sends a report. Resolves once it was sent, so that a process that ends right after does not lose it. */
export const reportToLauncher = (report: LaunchReport): Promise<void> =>
  new Promise((resolve) => {
    if (process.env[LAUNCHER_VARIABLE] === undefined || process.send === undefined || !process.connected) resolve()
    else process.send(report, () => resolve())
  })
