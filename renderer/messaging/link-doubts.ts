/**
 * What to be careful about before an address of a stranger's is opened.
 *
 * SECURITY (MSG-23, Electron checklist 15): the dialog shows the host as it will be asked for. Where that is another than the
 * one that can be read in the message, the user is told.
 */

/** The host as the message spells it. */
const writtenHost = (written: string): string =>
  (/^https?:\/\/([^/?#\\]*)/iu.exec(written)?.[1] ?? '').toLowerCase().replace(/:(?:80|443)$/u, '')

const isNumeric = (host: string): boolean => /^\d+(?:\.\d+){3}(?::\d+)?$/u.test(host) || host.startsWith('[')

/** Sentences for the dialog, the gravest first; empty where there is nothing to say. */
export const linkDoubts = (written: string, url: string, host: string): readonly string[] => {
  const shown = writtenHost(written)
  const isForeign = host.split('.').some((label) => label.startsWith('xn--'))
  return [
    ...(shown !== host && !isForeign
      ? [`The message shows “${shown}”, but the address leads to ${host}. Someone may want to mislead you.`]
      : []),
    ...(isForeign
      ? [
          `The message shows “${shown}”. Its letters are not all plain ones, and may be made to look like another name; above it is spelled out without them.`,
        ]
      : []),
    ...(isNumeric(host) ? ['The address is a number instead of a name, which shops and platforms do not use.'] : []),
    ...(url.startsWith('http:')
      ? ['The connection is not encrypted (http): what you enter there can be read on its way.']
      : []),
  ]
}
