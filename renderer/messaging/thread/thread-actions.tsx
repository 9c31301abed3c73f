/**
 * The actions on the chosen conversation.
 *
 * Their keys work before its messages are loaded: `j` then `e` archives the row just reached, however fast they follow.
 */
import { Archive, ArchiveRestore, Ellipsis, Mail, MailOpen, RefreshCw, Trash2 } from 'lucide-react'
import type { Conversation } from '../../../shared/messaging/conversation.ts'
import { CommandIconButton } from '../../commands/command-button.tsx'
import { commandInfo } from '../../commands/commands.ts'
import { useCommand } from '../../commands/registry.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { chooseMove } from '../filing/filing-actions.ts'
import { moveLabels } from '../filing/filing-bar.tsx'
import type { Filing } from '../filing/use-filing.ts'
import { useNoReply, useSnooze } from '../triage/triage-buttons.tsx'
import type { Triage } from '../triage/use-triage.ts'

type ThreadActionsProps = {
  readonly conversation: Conversation
  /** Undefined while it is loading. */
  readonly onRefresh?: (() => void) | undefined
  readonly filing: Filing
  readonly triage: Triage
  /** Disables the filing keys for this conversation. */
  readonly isFilingOff: boolean
}

export const ThreadActions = ({ conversation, onRefresh, filing, triage, isFilingOff }: ThreadActionsProps) => {
  const { unread, archived, deletion } = conversation
  const file = (action: Parameters<Filing['file']>[1]) => () => filing.file(rows, action)
  const askDelete = (): void => filing.askDelete(rows)
  const isEnabled = !isFilingOff
  const rows = [conversation]
  const snooze = useSnooze(rows, triage)
  const noReply = useNoReply(rows, triage)
  useCommand('inbox.noReplyNeeded', noReply.onPress, { isEnabled: isEnabled && !noReply.isDisabled })
  useCommand('inbox.snooze', snooze.onPress, { isEnabled })
  useCommand('inbox.refresh', () => onRefresh?.(), { isEnabled: onRefresh !== undefined })
  useCommand('inbox.markRead', file('read'), { isEnabled })
  // Also offered while it is unread, because opening it marks it as read a moment later.
  useCommand('inbox.markUnread', file('unread'), { isEnabled })
  useCommand('inbox.delete', askDelete, { isEnabled: isEnabled && deletion === null })
  const mark = commandInfo(unread ? 'inbox.markRead' : 'inbox.markUnread')
  return (
    <>
      <CommandIconButton
        command="inbox.archive"
        icon={archived ? ArchiveRestore : Archive}
        label={archived ? moveLabels.active : moveLabels.archive}
        shortLabel={archived ? moveLabels.active : moveLabels.archive}
        isCommandOff={isFilingOff}
        isPending={filing.isPending}
        onPress={file(chooseMove(rows))}
      />
      <Menu
        label="More for this conversation"
        placement="bottom end"
        trigger={<IconButton icon={Ellipsis} label="More for this conversation" />}
        actions={[
          {
            id: 'noReply',
            label: noReply.label,
            icon: noReply.icon,
            keys: isFilingOff ? undefined : commandInfo('inbox.noReplyNeeded').keys,
            isDisabled: noReply.isDisabled,
            onPress: noReply.onPress,
          },
          {
            id: 'snooze',
            label: snooze.label,
            icon: snooze.icon,
            keys: isFilingOff ? undefined : commandInfo('inbox.snooze').keys,
            onPress: snooze.onPress,
          },
          {
            id: 'mark',
            label: mark.label,
            icon: unread ? MailOpen : Mail,
            keys: isFilingOff ? undefined : mark.keys,
            onPress: file(unread ? 'read' : 'unread'),
          },
          {
            id: 'refresh',
            label: commandInfo('inbox.refresh').label,
            icon: RefreshCw,
            isDisabled: onRefresh === undefined,
            onPress: () => onRefresh?.(),
          },
          'separator',
          {
            id: 'delete',
            label: 'Delete this conversation',
            icon: Trash2,
            tone: 'danger',
            keys: isFilingOff ? undefined : commandInfo('inbox.delete').keys,
            isDisabled: deletion !== null,
            onPress: askDelete,
          },
        ]}
      />
      {snooze.dialog}
    </>
  )
}
