/** Actions on the checked conversations. */
import { Archive, ArchiveRestore, ListChecks, type LucideIcon, Mail, MailOpen, Trash2, X } from 'lucide-react'
import { CommandIconButton } from '../../commands/command-button.tsx'
import type { CommandId } from '../../commands/commands.ts'
import { formatNumber } from '../../ui/format/locale-format.ts'
import { Row, Text } from '../../ui/layout/layout.tsx'
import type { CheckedRows } from '../list/use-checked-rows.ts'
import { NoReplyButton, useSnooze } from '../triage/triage-buttons.tsx'
import type { Triage } from '../triage/use-triage.ts'
import styles from './filing.module.css'
import { chooseMove } from './filing-actions.ts'
import type { Filing } from './use-filing.ts'

export const moveLabels = {
  archive: 'Archive',
  active: 'Move to inbox',
} as const

type FilingBarProps = { readonly checked: CheckedRows; readonly filing: Filing; readonly triage: Triage }

export const FilingBar = ({ checked, filing, triage }: FilingBarProps) => {
  const { rows, isReading } = checked
  const move = chooseMove(rows)
  const snooze = useSnooze(rows, triage)
  const actions: readonly { command: CommandId; icon: LucideIcon; label?: string; onPress: () => void }[] = [
    { command: 'inbox.selectAll', icon: ListChecks, onPress: checked.checkAll },
    { command: 'inbox.markRead', icon: MailOpen, onPress: () => filing.file(rows, 'read') },
    { command: 'inbox.markUnread', icon: Mail, onPress: () => filing.file(rows, 'unread') },
    {
      command: 'inbox.archive',
      icon: move === 'active' ? ArchiveRestore : Archive,
      label: moveLabels[move],
      onPress: () => filing.file(rows, move),
    },
    { command: 'inbox.delete', icon: Trash2, onPress: () => filing.askDelete(rows) },
  ]
  return (
    <Row aria-label="Selected conversations" className={styles.bar} gap={1} role="toolbar">
      <Text className={styles.count} role="status" size="meta" tabular>
        {isReading ? 'Selecting' : `${formatNumber(rows.length)} selected`}
      </Text>
      {actions.map((action) => (
        // Disabled until the whole range is known.
        <CommandIconButton key={action.command} isPending={filing.isPending || isReading} {...action} />
      ))}
      <NoReplyButton rows={rows} triage={triage} isPending={isReading} />
      <CommandIconButton
        command="inbox.snooze"
        icon={snooze.icon}
        isPending={triage.isPending || isReading}
        label={snooze.label}
        onPress={snooze.onPress}
      />
      {snooze.dialog}
      <CommandIconButton command="inbox.clearSelection" icon={X} onPress={checked.clear} />
    </Row>
  )
}
