/** The open connection at the foot of the rail. Opens the list of all connections. */
import { Check, ChevronsUpDown, Plug, Plus, Settings2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { useApiQuery, useReportedMutation } from '../api/hooks.ts'
import { useConnection } from '../api/use-connection.ts'
import { commandInfo } from '../commands/commands.ts'
import { runCommand, useCommand } from '../commands/registry.ts'
import { KindChip } from '../connection/kind-chip.tsx'
import { navigate } from '../location.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { Menu, type MenuAction } from '../ui/overlays/menu.tsx'
import { Tooltip } from '../ui/overlays/tooltip.tsx'
import styles from './connection-switcher.module.css'
import { waitingChangesMessage } from './waiting-changes-message.ts'

export const ConnectionSwitcher = ({ isWide }: { readonly isWide: boolean }) => {
  const connection = useConnection()
  const connections = useApiQuery('connection', 'list', {}).data?.connections ?? []
  const open = useReportedMutation('connection', 'open')
  const waiting = useApiQuery('outbound', 'counts', {}).data?.open ?? 0
  const [isOpen, setOpen] = useState(false)
  useCommand('app.switchConnection', () => setOpen(true))
  if (connection === undefined) return null
  const { label, keys } = commandInfo('app.switchConnection')
  const actions: readonly (MenuAction | 'separator')[] = [
    ...connections.map(({ id, name, kind, isOpen: isCurrent }) => ({
      id,
      label: name,
      icon: isCurrent ? Check : undefined,
      description: isCurrent ? 'In use' : undefined,
      end: <KindChip kind={kind} />,
      onPress: () => {
        if (isCurrent) return
        const text = waitingChangesMessage(waiting, connection.name)
        if (text !== null) toast({ text, outlivesSwitch: true })
        open.mutate({ id })
      },
    })),
    'separator',
    { id: 'add', label: 'Add a connection', icon: Plus, onPress: () => void runCommand('app.newConnection') },
    {
      id: 'manage',
      label: 'Manage connections',
      icon: Settings2,
      onPress: () => navigate({ screen: 'settings', path: ['section', 'connections'] }),
    },
  ]
  return (
    <Menu
      actions={actions}
      isOpen={isOpen}
      label="Connections"
      onOpenChange={setOpen}
      placement="right bottom"
      trigger={
        <Tooltip placement="right" text={`${label} · ${keys}`}>
          <Button aria-label={`${connection.name}, switch connection`} className={styles.connection ?? ''}>
            <Plug aria-hidden="true" size={isWide ? 16 : 18} />
            {isWide && (
              <>
                <span className={styles.name}>{connection.name}</span>
                <ChevronsUpDown aria-hidden="true" size={14} />
              </>
            )}
          </Button>
        </Tooltip>
      }
    />
  )
}
