/** The open connection, for banners and for buttons that send. */
import { DEFAULT_PLATFORM, type Platform, type PlatformName, platforms } from '../../shared/connection/platforms.ts'
import type { StallhandContract } from '../../shared/ipc/contract.ts'
import type { OutputOf } from '../../shared/ipc/define.ts'
import { useApiQuery } from './hooks.ts'

type Status = OutputOf<StallhandContract['connection']['status']>

/** Undefined until it is read. */
export const useConnection = (): Status['connection'] | undefined =>
  useApiQuery('connection', 'status', {}).data?.connection

/** The open connection's platform; the default one until it is read. */
export const usePlatform = (): Platform => platforms[useConnection()?.platform ?? DEFAULT_PLATFORM]

/** What sentences call the open connection's platform. */
export const usePlatformName = (): PlatformName => usePlatform().name

/** "next try in 12 s" while the platform can't be reached. */
export const nextTryText = ({ nextTryAtMs }: Status['online'], nowMs: number): string => {
  const seconds = nextTryAtMs === null ? 0 : Math.max(0, Math.ceil((nextTryAtMs - nowMs) / 1000))
  return seconds === 0 ? 'trying now' : `next try in ${seconds} s`
}
