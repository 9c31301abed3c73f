/**
 * Which program holds a port of this machine, for a sentence that helps: "Port 8080 is in use by nginx (process 812)".
 *
 * Asked of the system itself, by fixed programs with fixed arguments; a number is all that is put into them. Where the
 * system does not tell (another user's program), nobody is named.
 */
import { execFile } from 'node:child_process'
import { readdir, readFile, readlink } from 'node:fs/promises'

export type PortHolder = { readonly name: string; readonly pid: number }

const LIMIT_MS = 2_000
const LISTEN = '0A'

/** The inode of the socket that listens on the port, from a table such as /proc/net/tcp. */
export const inodeOf = (table: string, port: number): string | undefined => {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  for (const line of table.split('\n').slice(1)) {
    const [, local, , state, , , , , , inode] = line.trim().split(/\s+/)
    if (local?.endsWith(wanted) === true && state === LISTEN) return inode
  }
  return undefined
}

/** The first process of `lsof -F pc`. */
export const holderOfLsof = (output: string): PortHolder | undefined => {
  const pid = /^p(\d+)$/m.exec(output)?.[1]
  const name = /^c(.+)$/m.exec(output)?.[1]
  return pid === undefined || name === undefined ? undefined : { name, pid: Number(pid) }
}

/** The process id of who listens on the port, from `netstat -ano`. */
export const pidOfNetstat = (output: string, port: number): number | undefined => {
  for (const line of output.split(/\r?\n/)) {
    const [protocol, local, , state, pid] = line.trim().split(/\s+/)
    if (protocol === 'TCP' && local?.endsWith(`:${port}`) === true && state === 'LISTENING') return Number(pid)
  }
  return undefined
}

/** The name in the first line of `tasklist /FO CSV /NH`. */
export const nameOfTasklist = (output: string): string | undefined => /^"([^"]+)"/.exec(output.trim())?.[1]

const run = (program: string, args: readonly string[]): Promise<string> =>
  new Promise((resolve) => {
    execFile(program, args, { timeout: LIMIT_MS, windowsHide: true }, (_error, stdout) => resolve(stdout))
  })

const textOf = (file: string): Promise<string> => readFile(file, 'utf8').catch(() => '')

const onLinux = async (port: number): Promise<PortHolder | undefined> => {
  const tables = await Promise.all(['/proc/net/tcp', '/proc/net/tcp6'].map(textOf))
  const inode = tables.map((table) => inodeOf(table, port)).find((found) => found !== undefined)
  if (inode === undefined) return undefined
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  for (const pid of processes) {
    const sockets = await readdir(`/proc/${pid}/fd`).catch(() => [])
    const links = await Promise.all(sockets.map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')))
    if (!links.includes(`socket:[${inode}]`)) continue
    const name = (await textOf(`/proc/${pid}/comm`)).trim()
    return name === '' ? undefined : { name, pid: Number(pid) }
  }
  return undefined
}

const onWindows = async (port: number): Promise<PortHolder | undefined> => {
  const system = `${process.env.SystemRoot ?? 'C:\\Windows'}\\System32`
  const pid = pidOfNetstat(await run(`${system}\\netstat.exe`, ['-ano', '-p', 'TCP']), port)
  if (pid === undefined) return undefined
  const task = await run(`${system}\\tasklist.exe`, ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH'])
  const name = nameOfTasklist(task)
  return name === undefined ? undefined : { name, pid }
}

/** Who listens on a port of this machine; undefined where that cannot be told. Never rejects. */
export const findPortHolder = async (port: number): Promise<PortHolder | undefined> => {
  try {
    if (process.platform === 'win32') return await onWindows(port)
    if (process.platform === 'linux') return await onLinux(port)
    return holderOfLsof(await run('/usr/sbin/lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc']))
  } catch {
    return undefined
  }
}
