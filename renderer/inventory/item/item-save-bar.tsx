/** The foot of the item editor: shows what is unsaved, with buttons to save or discard it. */
import { CommandButton } from '../../commands/command-button.tsx'
import type { SaveStatus } from '../../ui/autosave/autosave.ts'
import { formatCount, formatNumber } from '../../ui/format/locale-format.ts'
import { Stack, Text } from '../../ui/layout/layout.tsx'
import styles from './item-editor.module.css'

export type SaveBarProps = {
  readonly changes: number
  /** Fields that saving would delete. */
  readonly deletions: number
  /** Problems that block saving. */
  readonly problems: number
  /** Whether the outcome of the last save is unknown. */
  readonly isUnsettled: boolean
  readonly keeping: SaveStatus
  /** Whether another button is the next step. */
  readonly isSecondary: boolean
  readonly onDiscard: () => void
  readonly onSave: () => void
}

const keepingLabel = (keeping: SaveStatus): string => {
  if (keeping.state === 'unsaved') return 'Keeping…'
  return keeping.state === 'failed' ? `Not kept: ${keeping.message}` : 'Kept on this computer'
}

export const SaveBar = ({
  changes,
  deletions,
  problems,
  isUnsettled,
  isSecondary,
  keeping,
  onDiscard,
  onSave,
}: SaveBarProps) => (
  <>
    <div className={styles.bar}>
      <Stack gap={0}>
        <span className="tabular">
          <strong>{formatCount(changes, 'change')}</strong>
          {deletions > 0 && (
            <Text strong tone="danger">
              , deletes {formatNumber(deletions)}
            </Text>
          )}
        </span>
        <span className={keeping.state === 'failed' ? undefined : styles.keeping}>
          <Text role="status" size="meta" tone="faint">
            {keepingLabel(keeping)}
          </Text>
        </span>
      </Stack>
    </div>
    <CommandButton
      aria-label="Discard changes"
      command="items.discard"
      onPress={onDiscard}
      text="Discard"
      variant="quiet"
    />
    <CommandButton
      aria-label="Review changes"
      command="items.review"
      disabledReason={
        isUnsettled
          ? 'Checking whether the last save arrived'
          : problems > 0
            ? `Correct ${formatCount(problems, 'problem')} first`
            : undefined
      }
      sends
      onPress={onSave}
      text="Review"
      variant={isSecondary ? 'plain' : 'primary'}
    />
  </>
)
