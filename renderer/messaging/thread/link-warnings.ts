/** The host as the message spells it. */
const writtenHost = (written: string): string =>
  (/^https?:\/\/([^/?#\\]*)/iu.exec(written)?.[1] ?? '').toLowerCase().replace(/:(?:80|443)$/u, '')

const isNumeric = (host: string): boolean => /^\d+(?:\.\d+){3}(?::\d+)?$/u.test(host) || host.startsWith('[')

/**
 * What is suspicious about an address from a message, the most serious first. SECURITY (MSG-23, Electron checklist 15):
 * the dialog shows the host that will be contacted, and warns if the message shows another one.
 */
export const linkWarnings = (written: string, url: string, host: string): readonly string[] => {
  const shown = writtenHost(written)
  const isInternational = host.split('.').some((label) => label.startsWith('xn--'))
  const warnings = [
    isInternational &&
      `The message shows “${shown}”. Some of its letters aren’t plain ones and may imitate another name. The name above spells them out.`,
    !isInternational &&
      shown !== host &&
      `The message shows “${shown}”, but the address opens ${host}. This may be an attempt to mislead you.`,
    isNumeric(host) && 'The address is a number instead of a name. Shops and platforms don’t use such addresses.',
    url.startsWith('http:') && 'The connection isn’t encrypted (http): others can read what you enter there.',
  ]
  return warnings.filter((warning) => warning !== false)
}
