// The bar below an edited item: number of changes, whether they are stored, and the way to the preview.
import { useConnection } from '../../api/use-connection.ts'
import type { SaveStatus } from '../../ui/autosave.ts'
import { Button } from '../../ui/button.tsx'
import { formatCount, formatNumber } from '../../ui/locale-format.ts'
import styles from './item-editor.module.css'

export interface SaveBarProps {
  readonly changes: number
  /** Fields that saving would delete. */
  readonly deletions: number
  /** Problems that block saving. */
  readonly problems: number
  /** The outcome of the last save is unknown. */
  readonly isUnsettled: boolean
  readonly keeping: SaveStatus
  readonly onDiscard: () => void
  readonly onSave: () => void
}

const keepingLabel = (keeping: SaveStatus): string => {
  if (keeping.state === 'unsaved') return 'Keeping…'
  return keeping.state === 'failed' ? `Not kept: ${keeping.message}` : 'Kept on this machine'
}

export function SaveBar({ changes, deletions, problems, isUnsettled, keeping, onDiscard, onSave }: SaveBarProps) {
  const connection = useConnection()
  return (
    <div className={styles.saveBar}>
      <span className={styles.sum}>
        <strong>{formatCount(changes, 'change')}</strong>
        {deletions > 0 && <span className={styles.deletes}>, deletes {formatNumber(deletions)}</span>}
        <span className={styles.kept} role="status">
          {keepingLabel(keeping)}
        </span>
      </span>
      <Button onPress={onDiscard} variant="quiet">
        Discard
      </Button>
      <Button
        disabledReason={
          isUnsettled
            ? 'the outcome of the last save is being checked'
            : `correct ${formatCount(problems, 'problem')} first`
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
