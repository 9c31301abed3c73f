// The band at the window's top edge: which kind of shop everything below acts on.
import type { ReactNode } from 'react'
import styles from './connection-band.module.css'
import { type ConnectionKind, connectionKindWords } from './connection-kind.ts'

export interface ConnectionBandProps {
  readonly kind: ConnectionKind
  /** What the kind means: "nothing leaves this computer". */
  readonly children?: ReactNode
}

/** A strip in the kind's colour and pattern with its word. */
export function ConnectionBand({ kind, children }: ConnectionBandProps) {
  return (
    <section aria-label="Connection kind" className={styles.band} data-kind={kind}>
      <strong className={styles.word}>{connectionKindWords[kind]}</strong>
      {children !== undefined && <span className={styles.words}>{children}</span>}
    </section>
  )
}
