/** The offer's category, suggested from the title or found by a search (LST-06). */
import { useLayoutEffect, useRef, useState } from 'react'
import { useApiQuery } from '../../api/hooks.ts'
import { useCommand } from '../../commands/registry.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { NoneFound } from '../../ui/feedback/none-found.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { useDebounced } from '../../ui/hooks/use-debounced.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import styles from '../listing.module.css'

const MAX_SUGGESTIONS = 6
/** Each search uses one of the day's calls. */
const SEARCH_DELAY_MS = 400

/** Registered after the item page, so Escape ends the search first. */
const EscapeFromSearch = ({ onEscape }: { readonly onEscape: () => void }) => {
  useCommand('items.back', onEscape)
  return null
}

type CategoryFieldProps = {
  readonly categoryId: string
  readonly name: string | null
  readonly title: string | null
  readonly error: string | undefined
  readonly onChange: (categoryId: string) => void
}

export const CategoryField = ({ categoryId, name, title, error, onChange }: CategoryFieldProps) => {
  const [isChanging, setIsChanging] = useState(false)
  const [search, setSearch] = useState('')
  const root = useRef<HTMLElement>(null)
  const isOpen = categoryId === '' || isChanging
  const typed = (search.trim() || (title ?? '').trim()).slice(0, 350)
  const text = useDebounced(typed, SEARCH_DELAY_MS)
  const suggestions = useApiQuery(
    'listing',
    'categorySuggestions',
    { text },
    { enabled: isOpen && text !== '', keepPrevious: true },
  )
  const hasChosen = useRef(false)
  useLayoutEffect(() => {
    if (!hasChosen.current || categoryId === '') return
    hasChosen.current = false
    // The category's own fields follow the button.
    root.current?.querySelector('button')?.focus()
  }, [categoryId])
  const leaveSearch = (): void => {
    setSearch('')
    setIsChanging(false)
    // The button that opened the search, or the search itself if there is no category.
    root.current?.querySelector<HTMLElement>('button, input')?.focus()
  }
  return (
    <section aria-label="Category" ref={root}>
      <Stack gap={2}>
        <Row justify="between">
          <span>
            <Text as="div" size="meta" strong>
              Category
            </Text>
            {categoryId === '' ? (
              <Text tone="faint">None yet. Choose one that fits.</Text>
            ) : (
              <Text>
                {name ?? 'Category'}{' '}
                <Text mono size="meta" tone="faint">
                  {categoryId}
                </Text>
              </Text>
            )}
          </span>
          {categoryId !== '' && (
            <Button onPress={() => setIsChanging((before) => !before)} size="s">
              {isChanging ? 'Keep it' : 'Change category'}
            </Button>
          )}
        </Row>
        {error !== undefined && <Text tone="danger">{error}</Text>}
        {isOpen && (
          <>
            {(isChanging || search !== '') && <EscapeFromSearch onEscape={leaveSearch} />}
            <SearchField
              autoFocus={isChanging}
              label="Search categories"
              onChange={setSearch}
              placeholder="Suggested from the title. Or type other words"
              value={search}
            />
            {typed === '' ? (
              <Text tone="faint">Give the item a title, or type what it is.</Text>
            ) : (
              <QueryView label="Categories" query={suggestions} skeleton={{ shape: 'lines', count: 3 }}>
                {({ categories }) =>
                  categories.length === 0 ? (
                    <NoneFound isFormer={typed !== text || suggestions.isPlaceholderData}>
                      <Text tone="faint">No category found. Try other words.</Text>
                    </NoneFound>
                  ) : (
                    <ul className={styles.suggestions}>
                      {categories.slice(0, MAX_SUGGESTIONS).map((category) => (
                        <li key={category.categoryId}>
                          <button
                            className={styles.suggestion}
                            onClick={() => {
                              hasChosen.current = category.categoryId !== categoryId
                              onChange(category.categoryId)
                              setIsChanging(false)
                              setSearch('')
                            }}
                            type="button"
                          >
                            <span>{category.name}</span>
                            <Text size="meta" tone="faint">
                              {category.ancestors.join(' › ')}
                            </Text>
                          </button>
                        </li>
                      ))}
                    </ul>
                  )
                }
              </QueryView>
            )}
          </>
        )}
      </Stack>
    </section>
  )
}
