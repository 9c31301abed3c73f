/** The desktop ports of a process without a desktop. */
import type { Ports } from '../../ports.ts'

export const noDesktop: Pick<Ports, 'desktop' | 'linkScheme'> = {
  desktop: {
    noticeText: null,
    areNoticesRefused: null,
    tray: null,
    openAtLogin: null,
    updates: null,
    onChange: () => () => {},
  },
  linkScheme: null,
}
