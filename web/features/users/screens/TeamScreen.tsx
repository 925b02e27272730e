import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type MouseEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ListedMember, Member } from '#contract/schemas/users.ts'
import { attributesQuery } from '#web/shared/attributes/attributes.api.ts'
import { SettingsNavigation } from '#web/shared/settings/SettingsNavigation.tsx'
import { notifySuccess, notifyError } from '#web/shared/errors/error-messages.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { ApiCallError } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { fetchTeamIds, pageSize, useResendInvite, useTeamPage } from '../api/queries.ts'
import { type MemberDialogRequest, MemberDialog } from '../components/MemberDialog.tsx'
import { menuButtonId, MemberMenu } from '../components/MemberMenu.tsx'
import { TeamActions } from '../components/team-toolbar.tsx'
import { Pager } from '../grid/Pager.tsx'
import { MemberSelectionBar } from '../grid/MemberSelectionBar.tsx'
import { TeamFilters } from '../grid/TeamFilters.tsx'
import { TeamGrid } from '../grid/TeamGrid.tsx'
import { TeamListMenu } from '../grid/TeamListMenu.tsx'
import type { OpenMenu } from '../grid/TeamGridRow.tsx'
import { type AttributeColumns, parseTeamView, type TeamView, viewKey } from '../grid/team-view.ts'
import { usePreferences } from '../grid/use-preferences.ts'
import { useSelection } from '#web/shared/use-selection.ts'
import { useAddressField } from '#web/shared/use-address-field.ts'
import { ColumnsMenu, ViewsMenu } from '../grid/ViewMenus.tsx'
import type { MemberAction } from '../member-actions.ts'

function TeamSkeleton() {
  return (
    <Card aria-busy="true">
      {Array.from({ length: 8 }, (_, index) => (
        <Skeleton key={index} height={24} my={16} />
      ))}
    </Card>
  )
}

/** The dialog opened from a member's menu; closing it returns the focus to the menu's button. */
function useMemberDialog() {
  const { t } = useTranslation('team')
  const [request, setRequest] = useState<MemberDialogRequest | null>(null)
  const resend = useResendInvite({
    onDone: ({ email }) => notifySuccess(t('resend.done', { email })),
    onFailed: (error) => {
      const wait =
        error instanceof ApiCallError && error.has('too_many') ? error.retryAfterS : undefined
      if (wait === undefined) notifyError(t, error)
      else notifySuccess(t('resend.wait', { count: wait }))
    },
  })
  const { mutate } = resend
  const requestAction = useCallback(
    (action: Exclude<MemberAction, 'profile'>, user: Member) => {
      if (action === 'resend') mutate({ user })
      else setRequest({ action, user })
    },
    [mutate],
  )
  const close = () => {
    const button = request ? menuButtonId(request.user) : ''
    setRequest(null)
    // Waits for the dialog to unmount. A deleted member has no button any more.
    requestAnimationFrame(() =>
      (document.getElementById(button) ?? document.getElementById('main'))?.focus({
        preventScroll: true,
      }),
    )
  }
  return { request, requestAction, close }
}

function NoMembers({ onShowAll }: { onShowAll: () => void }) {
  const { t } = useTranslation('team')
  return (
    <Card>
      <EmptyState art="people" level={2} title={t('nobody')} text={t('nobody_text')}>
        <Button variant="default" onClick={onShowAll}>
          {t('show_all')}
        </Button>
      </EmptyState>
    </Card>
  )
}

type OpenMemberMenu = { user: ListedMember; button: HTMLElement } | null

/** The view in the address, and a function that replaces it. */
function useTeamView() {
  const view = parseTeamView(useSearch({ strict: false }))
  const navigate = useNavigate()
  const change = (next: TeamView) =>
    void navigate({ to: '/settings/team', search: next, replace: true, resetScroll: false })
  return [view, change] as const
}

/**
 * The page of a view. `cursors` are those of the earlier pages; another view resets them. A page
 * whose people have all left the list gives way to the one before it.
 */
function usePages(view: TeamView) {
  const key = viewKey(view)
  const [trail, setTrail] = useState<{ key: string; cursors: string[] }>({ key, cursors: [] })
  if (trail.key !== key) setTrail({ key, cursors: [] })
  const cursors = trail.key === key ? trail.cursors : []
  const page = useTeamPage(view, cursors.at(-1))
  const { data } = page
  if (cursors.length && data?.items.length === 0 && !page.isPlaceholderData)
    setTrail({ key, cursors: cursors.slice(0, -1) })
  const next = data?.next_cursor
  const go = (changed: string[]) => {
    setTrail({ key, cursors: changed })
    window.scrollTo({ top: 0 })
  }
  const counts = data?.counts
  const total = counts
    ? counts[view.state ?? 'pending'] + (view.state ? 0 : counts.accepted + counts.deactivated)
    : 0
  const from = cursors.length * pageSize
  return {
    page,
    total,
    pager: {
      from: from + 1,
      to: from + (data?.items.length ?? 0),
      total,
      back: cursors.length ? () => go(cursors.slice(0, -1)) : undefined,
      next: next && !page.isPlaceholderData ? () => go([...cursors, next]) : undefined,
    },
  }
}

/** The selection of the list. Another filter clears it, another order or page does not. */
function useTeamSelection(view: TeamView, members: ListedMember[]) {
  const { t } = useTranslation('team')
  const selection = useSelection(members.map(({ id }) => id))
  const [isSelectingAll, setSelectingAll] = useState(false)
  const { clear, set } = selection
  const filterKey = viewKey({ ...view, sort: undefined, order: undefined })
  const lastFilter = useRef(filterKey)
  useEffect(() => {
    if (lastFilter.current === filterKey) return
    lastFilter.current = filterKey
    clear()
  }, [filterKey, clear])
  const selectAll = async () => {
    setSelectingAll(true)
    try {
      const ids = await fetchTeamIds(view)
      // The filter may have changed during the call.
      if (lastFilter.current === filterKey) set(ids, true)
    } catch (error) {
      notifyError(t, error)
    }
    setSelectingAll(false)
  }
  return { selection, selectAll: () => void selectAll(), isSelectingAll }
}

/** Handles a click on a name with client-side navigation. */
function useVisit() {
  const navigate = useNavigate()
  return useCallback(
    (event: MouseEvent<HTMLAnchorElement>) => {
      // A click with a modifier opens a tab, as in any link.
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      void navigate({ href: event.currentTarget.getAttribute('href') ?? '' })
    },
    [navigate],
  )
}

/** The custom attributes as columns of the list. */
function useAttributeColumns(): AttributeColumns {
  const { data } = useQuery(attributesQuery)
  return useMemo(
    () => new Map((data ?? []).map(({ id, name }) => [`attribute:${id}` as const, name])),
    [data],
  )
}

/** The list of a view: filters, grid, pages and the actions about selected members. */
function TeamList({ openMenu }: { openMenu: OpenMenu }) {
  const [view, change] = useTeamView()
  const { typed, type, replace } = useAddressField(view.search, (search) =>
    change({ ...view, search }),
  )
  const [preferences, setPreferences] = usePreferences()
  const attributes = useAttributeColumns()
  const { page, total, pager } = usePages(view)
  const members = page.data?.items ?? []
  const selecting = useTeamSelection(view, members)
  const visit = useVisit()
  const show = (next: TeamView) => {
    replace(next.search)
    change(next)
  }
  return (
    <>
      <TeamFilters
        typed={typed}
        type={type}
        view={view}
        change={change}
        counts={page.data?.counts}
        onClear={() => show({ sort: view.sort, order: view.order })}
        phoneMenu={<TeamListMenu {...{ preferences, setPreferences, attributes, view, show }} />}
      >
        <ViewsMenu {...{ preferences, setPreferences, view, show }} />
        <ColumnsMenu {...{ preferences, setPreferences, attributes }} />
      </TeamFilters>
      {page.isPending ? <TeamSkeleton /> : null}
      {page.isError && !members.length ? (
        <ErrorState error={page.error} retry={() => void page.refetch()} />
      ) : null}
      {page.data && !members.length ? <NoMembers onShowAll={() => show({})} /> : null}
      {members.length ? (
        <TeamGrid
          members={members}
          view={view}
          change={change}
          preferences={preferences}
          attributes={attributes}
          selection={selecting.selection}
          isStale={page.isPlaceholderData}
          open={openMenu}
          visit={visit}
        />
      ) : null}
      <MemberSelectionBar view={view} members={members} total={total} {...selecting} />
      <Pager {...pager} />
    </>
  )
}

/** /settings/team: the people of the team as a table with sorting, filters and bulk changes. */
export function TeamScreen() {
  const { t } = useTranslation('team')
  const [{ state }] = useTeamView()
  usePageTitle(t('title'))
  const { request, requestAction, close } = useMemberDialog()
  const [menu, setMenu] = useState<OpenMemberMenu>(null)
  const openMenu: OpenMenu = useCallback(
    (user, button) => setMenu((now) => (now?.button === button ? null : { user, button })),
    [],
  )
  return (
    <Page title={t('title')} back={<SettingsNavigation />} actions={<TeamActions state={state} />}>
      <div data-page-wide>
        <TeamList openMenu={openMenu} />
      </div>
      {menu ? (
        <MemberMenu
          key={menu.user.id}
          {...menu}
          onAction={requestAction}
          onClose={() => setMenu(null)}
        />
      ) : null}
      {request ? <MemberDialog request={request} onClose={close} /> : null}
    </Page>
  )
}
