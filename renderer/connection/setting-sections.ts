/** The sections of the settings. `keywords` are searched with the title, by the settings and the palette. */
export const settingSections = [
  {
    id: 'connections',
    title: 'Connections',
    keywords: 'shop add open delete duplicate practice sandbox production account',
  },
  {
    id: 'open-connection',
    title: 'Open connection',
    keywords:
      'check online offline lock read-only reading send address marketplace language services edit change receiver port tunnel proxy registered notifications limits scopes',
  },
  {
    id: 'calls',
    title: 'Calls',
    keywords: 'requests limit day quota used rate reserve api budget platform',
  },
  { id: 'sign-in', title: 'Sign-in', keywords: 'login sign out token rights scopes account browser' },
  {
    id: 'secrets',
    title: 'Secrets',
    keywords: 'client secret token refresh access key password legacy application developer certificate',
  },
  {
    id: 'where-secrets',
    title: 'Where secrets are stored',
    keywords: 'key store vault encrypted memory password safe security',
  },
  {
    id: 'storage',
    title: 'Storage',
    keywords: 'size backup back up now restore export import move wipe disk database file',
  },
  { id: 'sending', title: 'Undo time', keywords: 'messages send sending take back wait seconds outbox' },
  { id: 'read-mark', title: 'Read mark', keywords: 'messages conversations unread open mark' },
  {
    id: 'polling',
    title: 'Check for messages',
    keywords: 'polling interval how often looking new seconds minutes refresh mapping',
  },
  { id: 'notices', title: 'Notices', keywords: 'notifications desktop sales mapping popup' },
  { id: 'appearance', title: 'Appearance', keywords: 'theme light dark system colour color' },
  {
    id: 'language',
    title: 'Language of dates and numbers',
    keywords: 'locale region format country english german french time',
  },
  {
    id: 'desktop',
    title: 'Desktop',
    keywords: 'notices notifications tray open at login start autostart computer text hidden',
  },
  { id: 'updates', title: 'Updates', keywords: 'version newer feed address upgrade download install' },
  { id: 'about', title: 'About', keywords: 'version data folder report a problem help support log error bug' },
] as const

export type SettingId = (typeof settingSections)[number]['id']

/** Whether each typed word is part of the section's title or keywords. */
export const matchesSetting = (
  section: { readonly title: string; readonly keywords: string },
  search: string,
): boolean => {
  const text = `${section.title} ${section.keywords}`.toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
