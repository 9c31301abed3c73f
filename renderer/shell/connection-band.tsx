/** The band at the top of the window, which names the open connection's kind. */
import type { ReactNode } from 'react'
import type { ConnectionKind } from '../../shared/connection/profile.ts'
import { connectionKindLabels } from '../connection/kind-labels.ts'
import styles from './connection-band.module.css'

export type ConnectionBandProps = {
  readonly kind: ConnectionKind
  /** The consequence of the kind: "nothing leaves this computer". */
  readonly children?: ReactNode
}

/** A strip in the kind's colour and pattern, with its label. */
export const ConnectionBand = ({ kind, children }: ConnectionBandProps) => (
  <section aria-label="Connection kind" className={styles.band} data-kind={kind}>
    <strong className={styles.word}>{connectionKindLabels[kind]}</strong>
    {children !== undefined && <span>{children}</span>}
  </section>
)
