/**
 * The settings by name: what the search of the settings and the palette find.
 *
 * `words` are what a seller would call it and what stands in it; they are searched and not shown.
 */
export const settingSections = [
  {
    id: 'connections',
    title: 'Connections',
    words: 'shop add open delete duplicate practice sandbox production account',
  },
  {
    id: 'open-connection',
    title: 'The open connection',
    words:
      'check online offline lock read-only reading send address marketplace language services edit change receiver port tunnel proxy registered notifications limits scopes',
  },
  { id: 'sign-in', title: 'Sign-in', words: 'login sign out token rights scopes account browser' },
  {
    id: 'secrets',
    title: 'Secrets',
    words: 'client secret token refresh access key password legacy application developer certificate',
  },
  {
    id: 'where-secrets',
    title: 'Where are my secrets',
    words: 'key store vault encrypted memory password safe security',
  },
  {
    id: 'storage',
    title: 'Storage',
    words: 'size backup back up now restore export import move wipe disk database file',
  },
  { id: 'sending', title: 'Undo time', words: 'messages send sending take back wait seconds outbox' },
  {
    id: 'polling',
    title: 'Looking for messages',
    words: 'polling interval how often check new seconds minutes refresh mapping',
  },
  { id: 'notices', title: 'Notices', words: 'notifications desktop tell sales mapping popup' },
  { id: 'appearance', title: 'Appearance', words: 'theme light dark system colour color' },
  {
    id: 'language',
    title: 'Language of dates and numbers',
    words: 'locale region format country english german french time',
  },
  {
    id: 'desktop',
    title: 'Desktop',
    words: 'notices notifications tray open at login start autostart computer words text hidden',
  },
  { id: 'updates', title: 'Updates', words: 'version newer feed address upgrade download install' },
  { id: 'about', title: 'About', words: 'version data folder report a problem help support log error bug' },
] as const

export type SettingId = (typeof settingSections)[number]['id']

/** Whether every word that was typed is in the title or the words of the section, in part. */
export const matchesSetting = (
  section: { readonly title: string; readonly words: string },
  search: string,
): boolean => {
  const text = `${section.title} ${section.words}`.toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
