/**
 * The report of a problem: one text that a helper can work with, put together on this machine and shown before it is kept.
 *
 * SECURITY (design section 8): it names no connection, no address, no buyer and no folder of the user. The log is redacted
 * when it is written; names of the user's own are taken out here.
 */
import type { Clock, HostFacts } from '../ports.ts'

/** One thing that was looked at, and what was found. */
export type ReportCheck = { readonly name: string; readonly words: string }

/** As much of the log as a person looks through, and a mail carries. */
const LARGEST_LOG_BYTES = 256 * 1024

const facts = (pairs: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...pairs.map(([name]) => name.length))
  return pairs.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n')
}

/** Takes folders out of a text, the longer ones first: the data folder may lie in the home folder. */
export const withoutFolders = (text: string, folders: Readonly<Record<string, string>>): string =>
  Object.entries(folders)
    .filter(([, folder]) => folder.length > 1)
    .sort(([, a], [, b]) => b.length - a.length)
    // In a log of JSON lines a backslash is written twice.
    .flatMap(([name, folder]) => [folder, folder.replaceAll('\\', '\\\\')].map((spelling) => [name, spelling] as const))
    .reduce((rest, [name, spelling]) => rest.replaceAll(spelling, name), text)

/** `folders` are taken out by name: `{ '[data folder]': … }`. */
export const writeProblemReport = (given: {
  readonly clock: Clock
  readonly version: string
  readonly host: string
  readonly facts: HostFacts
  readonly checks: readonly ReportCheck[]
  readonly folders: Readonly<Record<string, string>>
}): { readonly name: string; readonly text: string } => {
  const at = new Date(given.clock.nowMs()).toISOString()
  const log = given.facts.recentLog(LARGEST_LOG_BYTES).trim()
  const text = [
    'Stallhand, report of a problem',
    `Written ${at}. Secrets, addresses’ queries and folder names were taken out.`,
    '',
    'Versions',
    facts([['Stallhand', `${given.version} (${given.host})`], ...Object.entries(given.facts.versions)]),
    '',
    'Checks',
    facts(given.checks.map(({ name, words }) => [name, words] as const)),
    '',
    'Log, oldest line first',
    log === '' ? 'It is empty.' : log,
    '',
  ].join('\n')
  return {
    name: `stallhand-report-${at.slice(0, 16).replace(/[:T]/g, '-')}.txt`,
    text: withoutFolders(text, given.folders),
  }
}
