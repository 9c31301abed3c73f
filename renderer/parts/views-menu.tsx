/** Saved views of a list: its search, filters, sort order and columns, by name. */
import { Bookmark, Trash2 } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { useAction, useClient } from '../api/hooks.ts'
import { useViewState } from '../api/use-view-state.ts'
import { type CommandId, commandInfo } from '../commands/commands.ts'
import { useCommand, useCommandChoices } from '../commands/registry.ts'
import { IconButton } from '../ui/buttons/icon-button.tsx'
import { toastFailure } from '../ui/feedback/toast.tsx'
import { TextField } from '../ui/fields/text-field.tsx'
import { Row, Stack, Text } from '../ui/layout/layout.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { Menu, type MenuAction } from '../ui/overlays/menu.tsx'

const MAX_NAME_CHARACTERS = 60
const NO_VIEWS: string[] = []

type ViewsMenuProps<View> = {
  /** The key of the stored views. */
  readonly storedAs: string
  readonly commands: { readonly show: CommandId; readonly save: CommandId }
  readonly view: View
  readonly onShow: (view: View) => void
  /** Completes a stored view, which an earlier version may have written. */
  readonly parse: (stored: object) => View
  /** What a view keeps. */
  readonly description: string
  readonly placeholder: string
  /** The list's own views, above the saved ones. */
  readonly own?: readonly MenuAction[] | undefined
  /** The button; a bookmark by default. */
  readonly trigger?: ReactElement | undefined
}

export const ViewsMenu = <View extends object>(props: ViewsMenuProps<View>) => {
  const { storedAs, commands, view, onShow, parse, description, placeholder, own = [], trigger } = props
  type NamedView = View & { readonly name: string }
  const client = useClient()
  const [stored, setStored] = useViewState(storedAs, NO_VIEWS)
  const [isOpen, setIsOpen] = useState(false)
  const [name, setName] = useState('')

  const parseView = (text: string): NamedView[] => {
    try {
      const named = JSON.parse(text) as { name: string }
      return [{ ...parse(named), name: named.name }]
    } catch {
      return []
    }
  }
  const parseViews = (texts: unknown): readonly NamedView[] => (Array.isArray(texts) ? texts.flatMap(parseView) : [])

  const views = parseViews(stored)
  /** Reads the stored views before changing them, because another window may have saved one. */
  const change = useAction(async (edit: (views: readonly NamedView[]) => readonly NamedView[]) => {
    const { values } = await client.app.view({})
    const next = edit(parseViews(values[storedAs])).map((each) => JSON.stringify(each))
    await client.app.saveView({ key: storedAs, value: next })
    setStored(next)
  })
  const wanted = name.trim()
  const save = () => {
    if (wanted === '') return
    change.mutate((now) => [...now.filter((each) => each.name !== wanted), { ...view, name: wanted }], {
      onError: toastFailure,
    })
    setName('')
    setIsOpen(false)
  }
  useCommand(commands.save, () => setIsOpen(true))
  useCommandChoices(commands.show, () =>
    views.map((each) => ({ id: each.name, label: `Show ${each.name}`, run: () => onShow(each) })),
  )
  return (
    <>
      <Menu
        actions={[
          ...own,
          ...(own.length > 0 && views.length > 0 ? (['separator'] as const) : []),
          ...views.map((each) => ({ id: each.name, label: each.name, onPress: () => onShow(each) })),
          ...(own.length > 0 || views.length > 0 ? (['separator'] as const) : []),
          {
            id: ' save',
            label: commandInfo(commands.save).label,
            description,
            onPress: () => setIsOpen(true),
          },
        ]}
        label="Views"
        placement="bottom end"
        trigger={trigger ?? <IconButton icon={Bookmark} label="Views" shortLabel="Views" />}
      />
      {isOpen && (
        <Dialog
          closeLabel="Close"
          onClose={() => setIsOpen(false)}
          size="s"
          submit={{
            label: views.some((each) => each.name === wanted) ? 'Replace the view' : 'Save the view',
            disabledReason: wanted === '' ? 'Enter a name' : undefined,
            onPress: save,
          }}
          title="Views"
        >
          <Stack gap={4}>
            <TextField
              description="Keeps the search, filters, sort order and columns of this list."
              label="Name"
              limit={MAX_NAME_CHARACTERS}
              onChange={setName}
              onSubmit={save}
              placeholder={placeholder}
              value={name}
            />
            {views.length > 0 && (
              <Stack aria-label="Saved views" as="ul">
                {views.map((each) => (
                  <Row as="li" justify="between" key={each.name}>
                    <Text truncate>{each.name}</Text>
                    <IconButton
                      icon={Trash2}
                      label={`Delete ${each.name}`}
                      onPress={() =>
                        change.mutate((now) => now.filter((other) => other.name !== each.name), {
                          onError: toastFailure,
                        })
                      }
                      size="s"
                    />
                  </Row>
                ))}
              </Stack>
            )}
          </Stack>
        </Dialog>
      )}
    </>
  )
}
