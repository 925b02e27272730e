import { Button, Checkbox, Skeleton } from '@mantine/core'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { PurchaseCounts } from '#contract/schemas/purchases.ts'
import type { Purchase, PurchaseStage } from '#contract/schemas/rewards.ts'
import { useCan, useConfig } from '#web/shared/config.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { notifyError } from '#web/shared/errors/error-messages.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { type PanelForm, PurchasePanel } from './PurchasePanel.tsx'
import type { RowActions } from './PurchaseRow.tsx'
import { PurchaseRows } from './PurchaseRows.tsx'
import { type BarMode, PurchaseSelectionBar } from './PurchaseSelectionBar.tsx'
import { countHidden, type Decision, type HiddenPurchases, useDecide } from './use-decide.ts'
import { keepFocus, useListKeys } from './use-list-keys.ts'
import { type Selection, useSelection } from '#web/shared/use-selection.ts'
import { loadNextPage } from '#web/shared/load-next-page.ts'
import { fetchPurchaseIds, useWorkList } from './work-list.api.ts'
import css from './work-list.module.css'
import { labelOf, type WorkListView } from './work-list.ts'

/** Fewer visible rows load the next page without a click. */
const visibleRowsMin = 10

/**
 * The head of the list: selects the loaded purchases, then all of the view. A phone has no head: the
 * bar of the selection selects all.
 */
function SelectHead({
  items,
  total,
  selection,
  selectAll,
}: {
  items: Purchase[]
  /** The purchases of the view that can be selected together. */
  total: number
  selection: Selection
  selectAll: () => void
}) {
  const { t } = useTranslation('rewards')
  const loaded = items.map(({ id }) => id)
  const chosen = loaded.filter((id) => selection.ids.has(id)).length
  const isEvery = chosen === loaded.length
  return (
    <div className={css['head']}>
      <Checkbox
        className={css['check'] ?? ''}
        checked={isEvery}
        indeterminate={chosen > 0 && !isEvery}
        onChange={() => (isEvery ? selection.clear() : selection.set(loaded, true))}
        label={t('work.select_shown', { count: loaded.length })}
      />
      {total > loaded.length && selection.ids.size < total ? (
        <Button size="compact-sm" variant="subtle" onClick={selectAll}>
          {t('work.select_all', { count: total })}
        </Button>
      ) : null}
    </div>
  )
}

/** The button that loads the next page. */
function MoreButton({ query }: { query: ReturnType<typeof useWorkList> }) {
  const { t } = useTranslation('rewards')
  if (!query.hasNextPage) return null
  return (
    <Button
      variant="default"
      mt="md"
      loading={query.isFetchingNextPage}
      onClick={() => void loadNextPage(query)}
    >
      {t('more')}
    </Button>
  )
}

function ListSkeleton() {
  return (
    <div className={css['rows']} aria-busy="true">
      {[0, 1, 2, 3, 4, 5].map((index) => (
        <div key={index} className={css['row']}>
          <Skeleton height={28} style={{ gridColumn: '1 / -1' }} />
        </div>
      ))}
    </div>
  )
}

type PanelState = { purchase: Purchase; form: PanelForm | null }
type Props = {
  view: WorkListView
  counts: PurchaseCounts | undefined
  hidden: HiddenPurchases
  empty: ReactNode
}

/** Returns actions that stay the same over renders, so that unchanged rows do not render again. */
function useStableActions(actions: RowActions): RowActions {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  return useMemo(
    () => ({
      toggle: (id, isRange) => latest.current.toggle(id, isRange),
      open: (purchase) => latest.current.open(purchase),
      fulfil: (purchase) => latest.current.fulfil(purchase),
    }),
    [],
  )
}

/** Returns which decisions about the purchases of a stage the reader may take together. */
function useBulkAbilities(stage: PurchaseStage) {
  const canFulfil = useCan()('fulfil_purchases')
  return {
    canOrder: canFulfil && stage === 'to_do',
    canDecide: canFulfil && (stage === 'to_do' || stage === 'ordered'),
  }
}

/** Returns decisions about rows and the selection, which keep the focus in the list. */
function useDecisions(stage: PurchaseStage, items: Purchase[], selection: Selection) {
  const { canOrder, canDecide } = useBulkAbilities(stage)
  const decide = useDecide()
  const { t } = useTranslation('rewards')
  const name = usePersonName()
  const list = useRef<HTMLUListElement>(null)
  const [panel, setPanel] = useState<PanelState | null>(null)
  const [mode, setMode] = useState<BarMode>('actions')
  const decideAbout = (ids: string[], decision: Decision) => {
    const purchase = ids.length === 1 ? items.find(({ id }) => id === ids[0]) : undefined
    keepFocus(list.current, new Set(ids))
    decide(ids, decision, stage, purchase && labelOf(purchase, t, name))
    selection.set(ids, false)
    setMode('actions')
    setPanel(null)
  }
  const find = (id: string | null) => items.find((item) => item.id === id)
  const decideByKey = (id: string | null, decision: 'order' | 'fulfil', canDecideAll: boolean) => {
    const purchase = find(id)
    if (selection.ids.size) {
      if (canDecideAll) decideAbout([...selection.ids], { decision })
    } else if (purchase?.abilities[decision]) decideAbout([purchase.id], { decision })
  }
  useListKeys(list, {
    select: (id) => id !== null && selection.toggle(id, false),
    fulfil: (id) => decideByKey(id, 'fulfil', canDecide),
    order: (id) => decideByKey(id, 'order', canOrder),
    decline: (id) => {
      const purchase = find(id)
      if (selection.ids.size) {
        if (canDecide) setMode('decline')
      } else if (purchase?.abilities.decline) setPanel({ purchase, form: 'decline' })
    },
  })
  return { list, panel, setPanel, mode, setMode, decideAbout, canOrder, canDecide }
}

/** Returns the loaded purchases that are not hidden. Loads another page when few are left. */
function useVisibleItems(view: WorkListView, hidden: HiddenPurchases) {
  const query = useWorkList(view)
  const pages = query.data?.pages
  const items = useMemo(
    () => (pages ?? []).flatMap((page) => page.items).filter(({ id }) => !hidden.has(id)),
    [pages, hidden],
  )
  const order = useMemo(() => items.map(({ id }) => id), [items])
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query
  // After a failure the button remains.
  const needsNextPage =
    items.length < visibleRowsMin && hasNextPage && !isFetching && !isFetchNextPageError
  useEffect(() => {
    if (needsNextPage) void fetchNextPage()
  }, [needsNextPage, fetchNextPage])
  return { query, items, order }
}

/** Returns a function that selects all purchases of a view, also on pages that are not loaded. */
function useSelectView(selection: Selection, hidden: HiddenPurchases) {
  const { t } = useTranslation('rewards')
  const { timezone } = useConfig().settings
  return (view: WorkListView) =>
    void fetchPurchaseIds(view, timezone).then(
      (ids) =>
        selection.set(
          ids.filter((id) => !hidden.has(id)),
          true,
        ),
      (error: unknown) => notifyError(t, error),
    )
}

/** The purchases of a view: rows, selection with its actions, and the side panel. */
export function PurchaseWorkList({ view, counts, hidden, empty }: Props) {
  const { query, items, order } = useVisibleItems(view, hidden)
  const selection = useSelection(order)
  const select = useSelectView(selection, hidden)
  const { list, panel, setPanel, mode, setMode, decideAbout, ...abilities } = useDecisions(
    view.stage,
    items,
    selection,
  )
  const actions = useStableActions({
    toggle: selection.toggle,
    open: (purchase) => setPanel({ purchase, form: null }),
    fulfil: (purchase) => decideAbout([purchase.id], { decision: 'fulfil' }),
  })
  if (query.isPending) return <ListSkeleton />
  if (query.isLoadingError)
    return <ErrorState error={query.error} retry={() => void query.refetch()} />
  if (!items.length && !query.hasNextPage) return <Card>{empty}</Card>
  const count = Math.max(
    (counts?.stages[view.stage] ?? items.length) - countHidden(hidden, view.stage),
    items.length,
  )
  const selectableCount = Math.min(count, limits.purchase_selection_max)
  // The panel shows the refetched purchase, or the opened one if it has left the list.
  const shown = panel && (items.find(({ id }) => id === panel.purchase.id) ?? panel.purchase)
  return (
    <>
      <SelectHead
        items={items}
        total={selectableCount}
        selection={selection}
        selectAll={() => select(view)}
      />
      <PurchaseRows
        items={items}
        list={list}
        isGrouped={view.isGrouped}
        counts={counts}
        selected={selection.ids}
        actions={actions}
        selectReward={(reward) => select({ ...view, reward })}
      />
      <MoreButton query={query} />
      {selection.ids.size ? (
        <PurchaseSelectionBar
          ids={[...selection.ids]}
          {...abilities}
          mode={mode}
          setMode={setMode}
          decide={(decision) => decideAbout([...selection.ids], decision)}
          total={selectableCount}
          selectAll={() => select(view)}
          clear={selection.clear}
        />
      ) : null}
      {panel && shown ? (
        <PurchasePanel
          purchase={shown}
          form={panel.form}
          decide={(decision) => decideAbout([shown.id], decision)}
          onClose={() => setPanel(null)}
        />
      ) : null}
    </>
  )
}
