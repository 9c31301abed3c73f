/** The actions on the open conversation. */
import { Archive, ArchiveRestore, Mail, MailOpen, RefreshCw, Trash2 } from 'lucide-react'
import { memo } from 'react'
import type { Conversation } from '../../../shared/messaging/conversation.ts'
import { commandInfo } from '../../commands/commands.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import type { Filing } from '../filing/use-filing.ts'

export type ThreadActsProps = {
  readonly conversation: Conversation
  readonly isRefreshing: boolean
  readonly onRefresh: () => void
  readonly filing: Filing
  /** The filing keys apply to the marked rows of the list, not to this conversation. */
  readonly areRowsMarked: boolean
}

export const ThreadActions = memo(
  ({ conversation, isRefreshing, onRefresh, filing, areRowsMarked }: ThreadActsProps) => {
    const { unread, archived, deletion } = conversation
    const fileAs = (how: Parameters<Filing['file']>[1]) => () => filing.file([conversation], how)
    const keyHint = (command: Parameters<typeof commandInfo>[0]) =>
      areRowsMarked ? undefined : commandInfo(command).keys
    return (
      <>
        <IconButton icon={RefreshCw} label="Refresh this conversation" isPending={isRefreshing} onPress={onRefresh} />
        <IconButton
          icon={unread ? MailOpen : Mail}
          label={unread ? 'Mark as read' : 'Mark as unread'}
          hint={keyHint(unread ? 'inbox.markRead' : 'inbox.markUnread')}
          onPress={fileAs(unread ? 'read' : 'unread')}
        />
        <IconButton
          icon={archived ? ArchiveRestore : Archive}
          label={archived ? 'Move to inbox' : 'Archive'}
          hint={keyHint('inbox.archive')}
          isPending={filing.isBusy}
          onPress={fileAs(archived ? 'active' : unread ? 'archiveAndRead' : 'archive')}
        />
        <IconButton
          icon={Trash2}
          label="Delete this conversation"
          hint={keyHint('inbox.delete')}
          isDisabled={deletion !== null}
          disabledReason="It is being deleted"
          onPress={() => filing.askDelete([conversation])}
        />
      </>
    )
  },
)
