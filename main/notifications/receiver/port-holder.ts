/**
 * Finds the program that holds a port of this machine, for a helpful message: "Port 8080 is in use by nginx (process 812)".
 *
 * SECURITY: runs fixed programs with fixed arguments; a number is all that is put into them. The system
 * doesn't name the programs of other users.
 */
import { execFile } from 'node:child_process'
import { readdir, readFile, readlink } from 'node:fs/promises'

export type PortHolder = { readonly name: string; readonly pid: number }

const TIMEOUT_MS = 2_000
const LISTEN = '0A'

/** Returns the inode of the socket that listens on a port, from a table such as /proc/net/tcp. */
export const findListeningInode = (table: string, port: number): string | undefined => {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  for (const line of table.split('\n').slice(1)) {
    const [, local, , state, , , , , , inode] = line.trim().split(/\s+/)
    if (local?.endsWith(wanted) === true && state === LISTEN) return inode
  }
  return undefined
}

/** Returns the first process in the output of `lsof -F pc`. */
export const parseLsof = (output: string): PortHolder | undefined => {
  const pid = /^p(\d+)$/m.exec(output)?.[1]
  const name = /^c(.+)$/m.exec(output)?.[1]
  return pid === undefined || name === undefined ? undefined : { name, pid: Number(pid) }
}

/** Returns the id of the process that listens on a port, from `netstat -ano`. */
export const parseNetstat = (output: string, port: number): number | undefined => {
  for (const line of output.split(/\r?\n/)) {
    const [protocol, local, , state, pid] = line.trim().split(/\s+/)
    if (protocol === 'TCP' && local?.endsWith(`:${port}`) === true && state === 'LISTENING') return Number(pid)
  }
  return undefined
}

/** Returns the name in the first line of `tasklist /FO CSV /NH`. */
export const parseTasklist = (output: string): string | undefined => /^"([^"]+)"/.exec(output.trim())?.[1]

const run = (program: string, args: readonly string[]): Promise<string> =>
  new Promise((resolve) => {
    execFile(program, args, { timeout: TIMEOUT_MS, windowsHide: true }, (_error, stdout) => resolve(stdout))
  })

const readText = (file: string): Promise<string> => readFile(file, 'utf8').catch(() => '')

const onLinux = async (port: number): Promise<PortHolder | undefined> => {
  const tables = await Promise.all(['/proc/net/tcp', '/proc/net/tcp6'].map(readText))
  const inode = tables.map((table) => findListeningInode(table, port)).find((found) => found !== undefined)
  if (inode === undefined) return undefined
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  for (const pid of processes) {
    const sockets = await readdir(`/proc/${pid}/fd`).catch(() => [])
    const links = await Promise.all(sockets.map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')))
    if (!links.includes(`socket:[${inode}]`)) continue
    const name = (await readText(`/proc/${pid}/comm`)).trim()
    return name === '' ? undefined : { name, pid: Number(pid) }
  }
  return undefined
}

const onWindows = async (port: number): Promise<PortHolder | undefined> => {
  const system = `${process.env.SystemRoot ?? 'C:\\Windows'}\\System32`
  const pid = parseNetstat(await run(`${system}\\netstat.exe`, ['-ano', '-p', 'TCP']), port)
  if (pid === undefined) return undefined
  const task = await run(`${system}\\tasklist.exe`, ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH'])
  const name = parseTasklist(task)
  return name === undefined ? undefined : { name, pid }
}

/** Returns the program that listens on a port; undefined if the system does not tell. Never rejects. */
export const findPortHolder = async (port: number): Promise<PortHolder | undefined> => {
  try {
    if (process.platform === 'win32') return await onWindows(port)
    if (process.platform === 'linux') return await onLinux(port)
    return parseLsof(await run('/usr/sbin/lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc']))
  } catch {
    return undefined
  }
}
