/** The shape of loading content, shown after 150 ms: most content has arrived by then. */
import styles from './skeleton.module.css'

export type SkeletonProps = {
  /** `rows` are two-line list rows, `lines` is running text, `table` one-line rows, `facts` labels with values. */
  readonly shape?: 'rows' | 'lines' | 'table' | 'facts' | undefined
  readonly count?: number | undefined
  /** Row height in px, as in the list that replaces it. */
  readonly rowHeight?: number | undefined
}

/** Decorative; `LoadingState` names what is loading. */
export const Skeleton = ({ shape = 'rows', count = 8, rowHeight }: SkeletonProps) => {
  const height = rowHeight ?? { rows: 56, lines: 20, table: 36, facts: 28 }[shape]
  return (
    <div aria-hidden="true" className={styles.skeleton} data-shape={shape}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars have no other identity
        <div className={styles.row} key={index} style={{ height }}>
          {/* Widths differ, but stay the same from frame to frame. */}
          <span className={styles.bar} style={{ width: `${[62, 48, 71, 55, 66, 43][index % 6]}%` }} />
          {shape !== 'lines' && <span className={styles.bar} style={{ width: `${[84, 92, 70, 88][index % 4]}%` }} />}
        </div>
      ))}
    </div>
  )
}
