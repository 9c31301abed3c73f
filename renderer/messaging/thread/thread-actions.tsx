/** The actions on the open conversation. */
import { Archive, ArchiveRestore, Mail, MailOpen, RefreshCw, Trash2 } from 'lucide-react'
import type { Conversation } from '../../../shared/messaging/conversation.ts'
import { CommandIconButton } from '../../commands/command-button.tsx'
import { commandInfo } from '../../commands/commands.ts'
import { useCommand } from '../../commands/registry.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { chooseMove } from '../filing/filing-actions.ts'
import { moveLabels } from '../filing/filing-bar.tsx'
import type { Filing } from '../filing/use-filing.ts'

export type ThreadActionsProps = {
  readonly conversation: Conversation
  readonly isRefreshing: boolean
  readonly onRefresh: () => void
  readonly filing: Filing
  /** The filing keys don't apply to this conversation. */
  readonly isFilingOff: boolean
}

export const ThreadActions = ({ conversation, isRefreshing, onRefresh, filing, isFilingOff }: ThreadActionsProps) => {
  const { unread, archived, deletion } = conversation
  const file = (action: Parameters<Filing['file']>[1]) => () => filing.file([conversation], action)
  const isEnabled = !isFilingOff
  useCommand('inbox.markRead', file('read'), { isEnabled })
  // Also while it is unread: a moment later it would be read.
  useCommand('inbox.markUnread', file('unread'), { isEnabled })
  const mark = commandInfo(unread ? 'inbox.markRead' : 'inbox.markUnread')
  return (
    <>
      <CommandIconButton command="inbox.refresh" icon={RefreshCw} isPending={isRefreshing} onPress={onRefresh} />
      <IconButton
        icon={unread ? MailOpen : Mail}
        label={mark.label}
        hint={isFilingOff ? undefined : mark.keys}
        onPress={file(unread ? 'read' : 'unread')}
      />
      <CommandIconButton
        command="inbox.archive"
        icon={archived ? ArchiveRestore : Archive}
        label={archived ? moveLabels.active : moveLabels.archive}
        isCommandOff={isFilingOff}
        isPending={filing.isPending}
        onPress={file(chooseMove([conversation]))}
      />
      <CommandIconButton
        command="inbox.delete"
        icon={Trash2}
        label="Delete this conversation"
        isCommandOff={isFilingOff}
        isDisabled={deletion !== null}
        disabledReason="It is being deleted"
        onPress={() => filing.askDelete([conversation])}
      />
    </>
  )
}
