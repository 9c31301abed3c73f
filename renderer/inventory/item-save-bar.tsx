// The bar under an item that was edited: how much, whether it is kept, and the way to the preview.
import { useConnection } from '../api/use-connection.ts'
import type { SaveStatus } from '../ui/autosave.ts'
import { Button } from '../ui/button.tsx'
import { formatCount, formatNumber } from '../ui/locale-format.ts'
import styles from './item-editor.module.css'

export interface SaveBarProps {
  readonly changes: number
  /** Fields that saving would take away. */
  readonly deletions: number
  /** What has to be mended before it can be saved. */
  readonly problems: number
  /** Whether the last save arrived is not known. */
  readonly isUnsettled: boolean
  readonly keeping: SaveStatus
  readonly onDiscard: () => void
  readonly onSave: () => void
}

const keptWords = (keeping: SaveStatus): string => {
  if (keeping.state === 'unsaved') return 'Keeping…'
  return keeping.state === 'failed' ? `Not kept yet: ${keeping.message}` : 'Kept on this machine'
}

export function SaveBar({ changes, deletions, problems, isUnsettled, keeping, onDiscard, onSave }: SaveBarProps) {
  const connection = useConnection()
  return (
    <div className={styles.saveBar}>
      <span className={styles.sum}>
        <strong>{formatCount(changes, 'change')}</strong>
        {deletions > 0 && <span className={styles.deletes}>, deletes {formatNumber(deletions)}</span>}
        <span className={styles.kept} role="status">
          {keptWords(keeping)}
        </span>
      </span>
      <Button onPress={onDiscard} variant="quiet">
        Discard
      </Button>
      <Button
        disabledReason={
          isUnsettled
            ? 'it is not known yet whether the last save arrived'
            : `${formatCount(problems, 'problem')} to mend first`
        }
        isDisabled={problems > 0 || isUnsettled}
        kind={connection?.kind}
        onPress={onSave}
        variant="primary"
      >
        Review and save
      </Button>
    </div>
  )
}
