/** Saved views of the list: search, filters, sort order and columns by name. */
import { Bookmark, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useAction, useClient } from '../../../api/hooks.ts'
import { useViewState } from '../../../api/use-view-state.ts'
import { commandInfo } from '../../../commands/commands.ts'
import { useCommand, useCommandChoices } from '../../../commands/registry.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { toastFailure } from '../../../ui/feedback/toast.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Row, Stack, Text } from '../../../ui/layout/layout.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { Menu } from '../../../ui/overlays/menu.tsx'
import { type ListView, noFilters } from '../list-view.ts'

type NamedView = ListView & { readonly name: string }

const KEY = 'inventory.views'
const MAX_NAME_CHARACTERS = 60
const NO_VIEWS: string[] = []

const parseView = (text: string): NamedView[] => {
  try {
    // Views from earlier versions have fewer filters.
    return [{ ...noFilters, ...(JSON.parse(text) as NamedView) }]
  } catch {
    return []
  }
}

const parseViews = (stored: unknown): readonly NamedView[] => (Array.isArray(stored) ? stored.flatMap(parseView) : [])

export const ViewsMenu = ({ view, onShow }: { readonly view: ListView; readonly onShow: (view: ListView) => void }) => {
  const client = useClient()
  const [stored, setStored] = useViewState(KEY, NO_VIEWS)
  const [isOpen, setIsOpen] = useState(false)
  const [name, setName] = useState('')
  const views = parseViews(stored)
  /** Reads the stored views before changing them, because another window may have saved one. */
  const change = useAction(async (edit: (views: readonly NamedView[]) => readonly NamedView[]) => {
    const { values } = await client.app.view({})
    const next = edit(parseViews(values[KEY])).map((each) => JSON.stringify(each))
    await client.app.saveView({ key: KEY, value: next })
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
  useCommand('items.saveView', () => setIsOpen(true))
  useCommandChoices('items.views', () =>
    views.map((each) => ({ id: each.name, label: `Show ${each.name}`, run: () => onShow(each) })),
  )
  return (
    <>
      <Menu
        actions={[
          ...views.map((each) => ({ id: each.name, label: each.name, onPress: () => onShow(each) })),
          ...(views.length > 0 ? (['separator'] as const) : []),
          {
            id: ' save',
            label: commandInfo('items.saveView').label,
            description: 'Search, filters, sort order and columns',
            onPress: () => setIsOpen(true),
          },
        ]}
        label="Views"
        placement="bottom end"
        trigger={<IconButton icon={Bookmark} label="Views" />}
      />
      {isOpen && (
        <Dialog
          closeLabel="Close"
          submit={{
            label: views.some((each) => each.name === wanted) ? 'Replace the view' : 'Save the view',
            disabledReason: wanted === '' ? 'Enter a name' : undefined,
            onPress: save,
          }}
          onClose={() => setIsOpen(false)}
          size="s"
          title="Views"
        >
          <Stack gap={4}>
            <TextField
              description="Keeps the search, filters, sort order and columns of this list."
              label="Name"
              limit={MAX_NAME_CHARACTERS}
              onChange={setName}
              onSubmit={save}
              placeholder="Low stock by price"
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
