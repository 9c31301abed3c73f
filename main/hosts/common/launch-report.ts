/**
 * The variable that only the launcher sets: another parent process with an IPC channel would expect its own messages.
 */
export const LAUNCHER_VARIABLE = 'STALLHAND_LAUNCHER'

/**
 * What the desktop reports to the launcher that started it, over the process's IPC channel. Without a launcher, nothing
 * is sent.
 *
 * - `running`: the runtime works, and the app is running.
 * - `windowShown`: the first window is on screen.
 * - `explained`: the app ends normally, with or without a window: it was quit, or it has explained why (bad flags, a
 *   folder in use, a second start).
 */
export type LaunchReport = 'running' | 'windowShown' | 'explained'

/** Sends a report. Resolves once it is sent, so that a process that exits right after doesn't lose it. */
export const reportToLauncher = (report: LaunchReport): Promise<void> =>
  new Promise((resolve) => {
    if (process.env[LAUNCHER_VARIABLE] === undefined || process.send === undefined || !process.connected) resolve()
    else process.send(report, () => resolve())
  })
