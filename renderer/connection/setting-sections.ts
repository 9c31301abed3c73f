/** The sections of the settings. `keywords` are searched with the title, by the settings and the palette. In a seller's order; `advanced` ones are closed. `group` is a column of a wide window. */
export const settingSections = [
  {
    id: 'connections',
    group: 'shop',
    title: 'Shops',
    keywords: 'connections shop add open delete duplicate practice sandbox production account',
  },
  {
    id: 'sign-in',
    group: 'shop',
    title: 'Sign-in',
    keywords: 'login sign out account browser',
  },
  {
    id: 'storage',
    group: 'shop',
    title: 'Storage',
    keywords: 'size backup back up now restore export import move wipe disk database file',
  },
  { id: 'notices', group: 'app', title: 'Notices', keywords: 'notifications desktop sales mapping popup sound alarm' },
  { id: 'sending', group: 'app', title: 'Undo time', keywords: 'messages send sending take back wait seconds outbox' },
  { id: 'read-mark', group: 'app', title: 'Read mark', keywords: 'messages conversations unread open mark' },
  { id: 'appearance', group: 'app', title: 'Appearance', keywords: 'theme light dark system colour color' },
  {
    id: 'language',
    group: 'app',
    title: 'Language of dates and numbers',
    keywords: 'locale region format country english german french time',
  },
  {
    id: 'desktop',
    group: 'app',
    title: 'Desktop',
    keywords: 'notices notifications tray open at login start autostart computer text hidden',
  },
  { id: 'updates', group: 'app', title: 'Updates', keywords: 'version newer feed address upgrade download install' },
  {
    id: 'about',
    group: 'app',
    title: 'About',
    keywords: 'version data folder report a problem help support log error bug',
  },
  {
    id: 'open-connection',
    group: 'advanced',
    title: 'Open connection',
    keywords:
      'check online offline lock read-only reading send address marketplace language services edit change receiver alerts instant port tunnel proxy registered notifications limits scopes rights token',
  },
  {
    id: 'polling',
    group: 'advanced',
    title: 'Check for messages',
    keywords: 'polling interval how often looking new seconds minutes refresh mapping',
  },
  {
    id: 'calls',
    group: 'advanced',
    title: 'Calls',
    keywords: 'requests limit day quota used rate reserve api budget platform',
  },
  {
    id: 'assistants',
    group: 'advanced',
    title: 'Assistants',
    keywords: 'assistant ai chat mcp model context protocol key propose suggestion automation',
  },
  {
    id: 'secrets',
    group: 'advanced',
    title: 'Secrets',
    keywords:
      'client secret token refresh access key password legacy application developer certificate store vault encrypted memory safe',
  },
] as const

export type SettingId = (typeof settingSections)[number]['id']

/** Whether the text contains every typed word, in any order. */
export const matchesWords = (text: string, words: string): boolean => {
  const lower = text.toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word))
}
