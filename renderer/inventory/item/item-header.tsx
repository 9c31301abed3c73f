/** The head of the item page: the item's state, and actions on the whole item. */
import { Copy, Ellipsis, History, LayoutTemplate, ListX, RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Item } from '../../../shared/inventory/contract.ts'
import { useReportedMutation } from '../../api/hooks.ts'
import { usePlatform } from '../../api/use-connection.ts'
import { CommandIconButton, CommandMenu } from '../../commands/command-button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { Row, Text } from '../../ui/layout/layout.tsx'
import { itemStateLabels } from '../item-labels.ts'
import { openHistory, openRun } from '../items-panel.ts'
import { NewItemDialog } from '../list/new-item-dialog.tsx'
import type { ListingParts } from '../listing-parts.ts'

/** SKU, state, age, and where the edit came from. */
export const ItemFacts = ({ item, isEdited }: { readonly item: Item; readonly isEdited: boolean }) => {
  const { label, tone } = itemStateLabels[item.state]
  return (
    <Row as="span" wrap>
      <Text mono>{item.sku}</Text>
      <Badge tone={tone}>{label}</Badge>
      {item.record !== null && item.lastReadAtMs !== null && (
        <span>
          Read <RelativeTime at={item.lastReadAtMs} />
        </span>
      )}
      {item.editSource !== null && isEdited && <span>From {item.editSource}</span>}
    </Row>
  )
}

export type ItemActionsProps = {
  readonly sku: string
  readonly title: string
  readonly listing: ListingParts
  /** Whether the platform has the item, so that it can be deleted there. */
  readonly isOnPlatform: boolean
  readonly isRefreshing: boolean
  readonly onRefresh: () => void
  readonly onRemoved: () => void
}

export const ItemActions = (props: ItemActionsProps) => {
  const { sku, title, listing, isOnPlatform, isRefreshing, onRefresh, onRemoved } = props
  const platform = usePlatform()
  const remove = useReportedMutation('inventory', 'removeFromList')
  const add = useReportedMutation('inventory', 'addSkus')
  const saveTemplate = useReportedMutation('inventory', 'saveTemplate')
  const [isCopying, setIsCopying] = useState(false)
  const [isDeleting, setIsDeleting] = useState(false)
  const canDelete = isOnPlatform && platform.capabilities.itemDeletion
  const onSuccess = (): void => {
    onRemoved()
    toast({
      text: `${sku} removed from the list`,
      action: { label: 'Undo', onPress: () => add.mutate({ skus: [sku] }) },
    })
  }
  return (
    <>
      <CommandIconButton command="items.refresh" icon={RefreshCw} isPending={isRefreshing} onPress={onRefresh} />
      <CommandMenu
        actions={[
          {
            command: 'items.history',
            description: 'All saves; restore a version',
            icon: History,
            onPress: () => openHistory(sku),
          },
          {
            command: 'items.sellSimilar',
            description: 'A copy with its category and price; what must differ is empty',
            icon: Copy,
            onPress: () => setIsCopying(true),
          },
          {
            command: 'items.saveTemplate',
            description: 'New items start with its details',
            icon: LayoutTemplate,
            onPress: () =>
              saveTemplate.mutate(
                { sku },
                { onSuccess: () => toast({ text: 'Saved. New items start with these details.', tone: 'good' }) },
              ),
          },
          {
            command: 'items.remove',
            description: `${platform.label} keeps the item`,
            icon: ListX,
            onPress: () => remove.mutate({ sku }, { onSuccess }),
          },
          ...(canDelete
            ? [
                {
                  command: 'items.delete' as const,
                  description: `On ${platform.label}, with its listing`,
                  icon: Trash2,
                  tone: 'danger' as const,
                  onPress: () => setIsDeleting(true),
                },
              ]
            : []),
        ]}
        label={`More for ${sku}`}
        trigger={<IconButton icon={Ellipsis} label="More" />}
      />
      {isCopying && <NewItemDialog like={{ sku, title }} onClose={() => setIsCopying(false)} />}
      {isDeleting && <listing.DeleteDialog onClose={() => setIsDeleting(false)} onStarted={openRun} skus={[sku]} />}
    </>
  )
}
