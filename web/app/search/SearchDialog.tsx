import { Button, Skeleton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { modifierKeyLabel } from '#web/shared/shortcuts/shortcuts.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { callErrorText } from '#web/shared/errors/error-messages.ts'
import css from './search.module.css'
import type { SearchResult, SearchResultGroup } from './search-result.ts'
import { useSearchResults } from './use-search-results.tsx'

type SelectionProps = {
  activeKey: string | undefined
  idOf: (result: SearchResult) => string
  onHover: (key: string) => void
  onChoose: (result: SearchResult) => void
}

function ResultRow({
  result,
  activeKey,
  idOf,
  onHover,
  onChoose,
}: SelectionProps & { result: SearchResult }) {
  return (
    <div
      id={idOf(result)}
      role="option"
      aria-selected={result.key === activeKey}
      tabIndex={-1}
      className={css['find']}
      onMouseMove={() => onHover(result.key)}
      onMouseDown={(event) => event.preventDefault()}
      onMouseUp={() => onChoose(result)}
    >
      <span className={css['face']}>{result.icon}</span>
      <span className={css['words']}>
        <b>{result.name}</b>
        {result.detail ? <small>{result.detail}</small> : null}
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
      {results.map((result) => (
        <ResultRow key={result.key} result={result} {...chosen} />
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

function SearchField({
  value,
  listId,
  activeId,
  isExpanded,
  onChange,
  onKeyDown,
}: {
  value: string
  listId: string
  activeId: string | undefined
  isExpanded: boolean
  onChange: (value: string) => void
  onKeyDown: (event: KeyboardEvent) => void
}) {
  const { t } = useTranslation('shell')
  return (
    <TextInput
      data-autofocus
      size="md"
      role="combobox"
      aria-label={t('search.label')}
      placeholder={t('search.placeholder')}
      value={value}
      maxLength={limits.search_chars_max}
      leftSection={<IconSearch size={18} aria-hidden="true" />}
      aria-autocomplete="list"
      aria-expanded={isExpanded}
      aria-controls={listId}
      aria-activedescendant={activeId}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  )
}

function KeyHints({ canThank }: { canThank: boolean }) {
  const { t } = useTranslation('shell')
  return (
    <p className={css['hint']} aria-hidden="true">
      <span>
        <kbd>↑</kbd>
        <kbd>↓</kbd> {t('search.hint_move')}
      </span>
      <span>
        <kbd>Enter</kbd> {t('search.hint_open')}
      </span>
      {canThank ? (
        <span>
          <kbd>{modifierKeyLabel} Enter</kbd> {t('search.hint_thank')}
        </span>
      ) : null}
      <span>
        <kbd>Esc</kbd> {t('search.hint_close')}
      </span>
    </p>
  )
}

/** Shows the skeleton, the error or the empty state below the results. */
function SearchStatus({
  text,
  isLoading,
  isEmpty,
  error,
  retry,
}: {
  text: string
  isLoading: boolean
  isEmpty: boolean
  error: Error | null
  retry: () => void
}) {
  const { t } = useTranslation('shell')
  return (
    <>
      {isLoading ? <ResultsSkeleton /> : null}
      {error ? (
        <div className={css['said']} role="alert">
          <p>{callErrorText(t, error)}</p>
          <Button variant="default" size="sm" onClick={retry}>
            {t('common:failure.retry')}
          </Button>
        </div>
      ) : null}
      {isEmpty ? <p className={css['said']}>{t('search.nothing', { text: text.trim() })}</p> : null}
    </>
  )
}

/** Announces the number of results to screen readers. */
function ResultsAnnouncement({
  text,
  isPending,
  count,
}: {
  text: string
  isPending: boolean
  count: number
}) {
  const { t } = useTranslation('shell')
  const announcement = () => {
    if (isPending) return ''
    return count ? t('search.count', { count }) : t('search.nothing', { text: text.trim() })
  }
  return (
    <span className="sr-only" role="status">
      {announcement()}
    </span>
  )
}

/** `initialText`: what was typed while this code loaded. */
type SearchDialogProps = { initialText: string; onClose: () => void }

/**
 * Searches people, posts, rewards, actions and pages in a single list, controlled from the text
 * field.
 */
export function SearchDialog({ initialText, onClose }: SearchDialogProps) {
  const { t } = useTranslation('shell')
  const listId = useId()
  const [text, setText] = useState(initialText)
  const [activeKeyRequested, setActiveKeyRequested] = useState<string>()
  const { groups, busy, error, retry } = useSearchResults(text)
  const results = groups.flatMap((group) => group.results)
  const activeIndex = Math.max(
    results.findIndex((result) => result.key === activeKeyRequested),
    0,
  )
  const active = results[activeIndex]
  const idOf = (result: SearchResult) => `${listId}-${result.key}`
  const activeId = active && idOf(active)
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  const choose = (result: SearchResult, isThanking = false) => {
    onClose()
    if (isThanking && result.thank) result.thank()
    else result.open()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && active) choose(active, event.ctrlKey || event.metaKey)
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp')
      setActiveKeyRequested(
        results[
          (activeIndex + (event.key === 'ArrowDown' ? 1 : results.length - 1)) % results.length
        ]?.key,
      )
    else return
    event.preventDefault()
  }
  return (
    <Dialog onClose={onClose} title={t('search.title')} close={t('common:close')} size="lg">
      <SearchField
        value={text}
        listId={listId}
        activeId={activeId}
        isExpanded={results.length > 0}
        onChange={(value) => {
          setText(value)
          setActiveKeyRequested(undefined)
        }}
        onKeyDown={onKeyDown}
      />
      <div className={css['finds']} aria-busy={busy}>
        <div id={listId} role="listbox" aria-label={t('search.found')}>
          <ResultGroups
            groups={groups}
            activeKey={active?.key}
            idOf={idOf}
            onHover={setActiveKeyRequested}
            onChoose={choose}
          />
        </div>
        <SearchStatus
          text={text}
          isLoading={busy && !results.length}
          isEmpty={!busy && !error && !results.length}
          error={error}
          retry={retry}
        />
      </div>
      <KeyHints canThank={active?.thank !== undefined} />
      <ResultsAnnouncement text={text} isPending={busy || error !== null} count={results.length} />
    </Dialog>
  )
}
