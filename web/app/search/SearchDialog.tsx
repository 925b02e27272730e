import { Button, Skeleton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { callErrorText } from '#web/shared/errors/error-messages.ts'
import css from './search.module.css'
import {
  type SearchResult,
  type SearchResultGroup,
  useSearchResults,
} from './use-search-results.tsx'

type SelectionProps = {
  activeKey: string | undefined
  idOf: (find: SearchResult) => string
  onHover: (key: string) => void
  onChoose: (find: SearchResult) => void
}

function ResultRow({
  find,
  activeKey,
  idOf,
  onHover,
  onChoose,
}: SelectionProps & { find: SearchResult }) {
  return (
    <div
      id={idOf(find)}
      role="option"
      aria-selected={find.key === activeKey}
      tabIndex={-1}
      className={css['find']}
      onMouseMove={() => onHover(find.key)}
      onMouseDown={(event) => event.preventDefault()}
      onMouseUp={() => onChoose(find)}
    >
      <span className={css['face']}>{find.icon}</span>
      <span className={css['words']}>
        <b>{find.name}</b>
        {find.detail ? <small>{find.detail}</small> : null}
      </span>
    </div>
  )
}

function ResultGroups({ groups, ...chosen }: SelectionProps & { groups: SearchResultGroup[] }) {
  const { t } = useTranslation('shell')
  return groups.map(({ key, results }) => (
    <div key={key} role="group" aria-label={t(`search.${key}`)}>
      <div className={css['group']} aria-hidden="true">
        {t(`search.${key}`)}
      </div>
      {results.map((find) => (
        <ResultRow key={find.key} find={find} {...chosen} />
      ))}
    </div>
  ))
}

const ResultsSkeleton = () => (
  <div className={css['waiting']} aria-hidden="true">
    {[52, 70, 44].map((width) => (
      <div key={width}>
        <Skeleton circle height={32} />
        <Skeleton height={14} width={`${width}%`} />
      </div>
    ))}
  </div>
)

/** Search from anywhere: people, posts, pages and acts in one list, steered from the field. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell')
  const listId = useId()
  const [text, setText] = useState('')
  const [pointed, setPointed] = useState<string>()
  const { groups, busy, error, again } = useSearchResults(text)
  const finds = groups.flatMap((group) => group.results)
  const at = Math.max(
    finds.findIndex((find) => find.key === pointed),
    0,
  )
  const active = finds[at]
  const idOf = (find: SearchResult) => `${listId}-${find.key}`
  const activeId = active && idOf(active)
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  const choose = (find: SearchResult) => {
    onClose()
    find.open()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && active) choose(active)
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp')
      setPointed(
        finds[(at + (event.key === 'ArrowDown' ? 1 : finds.length - 1)) % finds.length]?.key,
      )
    else return
    event.preventDefault()
  }
  const nothing = !busy && !error && !finds.length
  return (
    <Dialog onClose={onClose} title={t('search.title')} close={t('common:close')} size="lg">
      <TextInput
        data-autofocus
        size="md"
        role="combobox"
        aria-label={t('search.label')}
        placeholder={t('search.placeholder')}
        value={text}
        maxLength={limits.search_chars_max}
        leftSection={<IconSearch size={18} aria-hidden="true" />}
        aria-autocomplete="list"
        aria-expanded={finds.length > 0}
        aria-controls={listId}
        aria-activedescendant={activeId}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setPointed(undefined)
        }}
        onKeyDown={onKeyDown}
      />
      <div className={css['finds']} aria-busy={busy}>
        <div id={listId} role="listbox" aria-label={t('search.found')}>
          <ResultGroups
            groups={groups}
            activeKey={active?.key}
            idOf={idOf}
            onHover={setPointed}
            onChoose={choose}
          />
        </div>
        {busy && !finds.length ? <ResultsSkeleton /> : null}
        {error ? (
          <div className={css['said']} role="alert">
            <p>{callErrorText(t, error)}</p>
            <Button variant="default" size="sm" onClick={again}>
              {t('common:failure.retry')}
            </Button>
          </div>
        ) : null}
        {nothing ? (
          <p className={css['said']}>{t('search.nothing', { text: text.trim() })}</p>
        ) : null}
      </div>
      <p className={css['hint']} aria-hidden="true">
        <span>
          <kbd>↑</kbd>
          <kbd>↓</kbd> {t('search.hint_move')}
        </span>
        <span>
          <kbd>Enter</kbd> {t('search.hint_open')}
        </span>
        <span>
          <kbd>Esc</kbd> {t('search.hint_close')}
        </span>
      </p>
      <span className="sr-only" role="status">
        {busy || error
          ? ''
          : nothing
            ? t('search.nothing', { text: text.trim() })
            : t('search.count', { count: finds.length })}
      </span>
    </Dialog>
  )
}
