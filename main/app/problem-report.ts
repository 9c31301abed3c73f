/**
 * The problem report: one text for support, shown to the user before it is saved. SECURITY (SEC-05): it contains no
 * connection, address, buyer or folder name. The log is redacted as it is written. This file removes what only the app
 * can recognize: folders, whose paths contain the user's name, and the names and hosts of connections.
 */
import type { Clock, HostFacts } from '../ports.ts'

export type ReportCheck = { readonly name: string; readonly finding: string }

/** Short enough to read and to send by email. */
const MAX_LOG_BYTES = 256 * 1024

const formatPairs = (pairs: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...pairs.map(([name]) => name.length))
  return pairs.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n')
}

/** Replaces folders with placeholders, the longest path first: the data folder may be in the home folder. */
export const withoutFolders = (text: string, folders: Readonly<Record<string, string>>): string =>
  Object.entries(folders)
    .filter(([, folder]) => folder.length > 1)
    .sort(([, a], [, b]) => b.length - a.length)
    // JSON escapes a backslash as two.
    .flatMap(([name, folder]) => [folder, folder.replaceAll('\\', '\\\\')].map((spelling) => [name, spelling] as const))
    .reduce((rest, [name, spelling]) => rest.replaceAll(spelling, name), text)

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Replaces whole words, longest first. */
const withoutNames = (text: string, names: readonly string[]): string =>
  names
    .filter((name) => name !== '')
    .toSorted((a, b) => b.length - a.length)
    .reduce(
      (rest, name) => rest.replaceAll(new RegExp(`(?<!\\w)${escapeRegExp(name)}(?!\\w)`, 'gi'), '[connection]'),
      text,
    )

/**
 * `names`: names, ids and hosts of connections. `folders` maps a placeholder to the folder it replaces: `{ '[data
 * folder]': … }`.
 */
export const writeProblemReport = (given: {
  readonly clock: Clock
  readonly version: string
  readonly host: string
  readonly facts: HostFacts
  readonly checks: readonly ReportCheck[]
  readonly folders: Readonly<Record<string, string>>
  readonly names: readonly string[]
}): { readonly name: string; readonly text: string } => {
  const at = new Date(given.clock.nowMs()).toISOString()
  const log = withoutNames(withoutFolders(given.facts.recentLog(MAX_LOG_BYTES).trim(), given.folders), given.names)
  const text = [
    'Stallhand problem report',
    `Written ${at}. Secrets, query strings and folder names were removed.`,
    '',
    'Versions',
    formatPairs([['Stallhand', `${given.version} (${given.host})`], ...Object.entries(given.facts.versions)]),
    '',
    'Checks',
    formatPairs(given.checks.map(({ name, finding }) => [name, finding] as const)),
    '',
    'Log, oldest line first',
    log === '' ? '(empty)' : log,
    '',
  ].join('\n')
  return {
    name: `stallhand-report-${at.slice(0, 16).replace(/[:T]/g, '-')}.txt`,
    text: withoutFolders(text, given.folders),
  }
}
