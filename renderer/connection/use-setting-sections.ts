/** The settings available on this host and for the open connection. */
import { useApiQuery } from '../api/hooks.ts'
import { useConnection } from '../api/use-connection.ts'
import { type SettingId, settingSections } from './setting-sections.ts'

export const useSettingSections = (): readonly (typeof settingSections)[number][] => {
  const connection = useConnection()
  const desktop = useApiQuery('app', 'desktop', {}).data
  const isMissing: Readonly<Partial<Record<SettingId, boolean>>> = {
    secrets: connection === undefined || connection.kind === 'practice',
    desktop: desktop?.noticeText == null && desktop?.tray == null && desktop?.openAtLogin == null,
    updates: desktop?.updates == null,
  }
  return settingSections.filter(({ id }) => isMissing[id] !== true)
}
