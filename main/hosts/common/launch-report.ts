/** Set by the launcher alone: another parent with an IPC channel expects messages of its own. */
export const LAUNCHER_VARIABLE = 'STALLHAND_LAUNCHER'

/**
 * What the desktop reports to the launcher that started it, over the IPC channel of its process. Started any other way, there
 * is no channel and nothing is sent.
 *
 * - `running`: the runtime works and runs the app.
 * - `windowShown`: the first window is on screen.
 * - `explained`: the app ends in order without a window and has said why (bad flags, a folder in use, a second start).
 */
export type LaunchReport = 'running' | 'windowShown' | 'explained'

/** Sends a report; resolves once it has left, so that a process that ends next does not lose it. */
export const reportToLauncher = (report: LaunchReport): Promise<void> =>
  new Promise((resolve) => {
    if (process.env[LAUNCHER_VARIABLE] === undefined || process.send === undefined || !process.connected) resolve()
    else process.send(report, () => resolve())
  })
