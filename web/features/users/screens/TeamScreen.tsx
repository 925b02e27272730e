import { Button, Skeleton } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import {
  type Dispatch,
  type SetStateAction,
  type MouseEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { Member } from '#contract/schemas/users.ts'
import type { OutputOf } from '#contract/routes/index.ts'
import { SettingsNavigation } from '#web/shared/settings/SettingsNavigation.tsx'
import { notifySuccess, notifyError } from '#web/shared/errors/error-messages.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { ApiCallError } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page } from '#web/ui/Page.tsx'
import type { MemberAction } from '../member-actions.ts'
import { type MemberDialogRequest, MemberDialog } from '../components/MemberDialog.tsx'
import { menuButtonId, MemberMenu } from '../components/MemberMenu.tsx'
import { MemberPage, type OpenMenu } from '../components/MemberRow.tsx'
import { TeamActions, TeamFilter } from '../components/team-toolbar.tsx'
import css from '../components/team.module.css'
import { type MemberFilter, useResendInvite, useMembers } from '../api/queries.ts'

/**
 * Calls `onNear` when the element comes near the viewport, and again when `resetKey` changes while it is
 * near.
 */
function useOnNearViewport(onNear: () => void, resetKey: unknown) {
  const ref = useRef<HTMLDivElement>(null)
  const latest = useRef(onNear)
  useEffect(() => {
    latest.current = onNear
  })
  useEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) latest.current()
      },
      { rootMargin: '800px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [resetKey])
  return ref
}

function MembersSkeleton() {
  return (
    <Card aria-busy="true" className={css['list']}>
      {Array.from({ length: 8 }, (_, index) => (
        <div key={index} className={css['member']}>
          <Skeleton circle height={44} />
          <div>
            <Skeleton height={15} width="55%" mb={8} />
            <Skeleton height={12} width="75%" />
          </div>
          <Skeleton height={24} width="60%" radius="xl" />
        </div>
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

type OpenMemberMenu = { user: Member; button: HTMLElement } | null

function MoreButton({ busy, onClick }: { busy: boolean; onClick: () => void }) {
  const { t } = useTranslation('team')
  return (
    <Button variant="default" loading={busy} onClick={onClick}>
      {t('more')}
    </Button>
  )
}

function MemberList({
  pages,
  isStale,
  setMenu,
}: {
  pages: OutputOf<'users.list'>[]
  isStale: boolean
  setMenu: Dispatch<SetStateAction<OpenMemberMenu>>
}) {
  const { t } = useTranslation('team')
  const navigate = useNavigate()
  const open: OpenMenu = useCallback(
    (user, button) => setMenu((now) => (now?.button === button ? null : { user, button })),
    [setMenu],
  )
  const visit = useCallback(
    (event: MouseEvent<HTMLAnchorElement>) => {
      // A click with a modifier opens a tab, as in any link.
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      void navigate({ href: event.currentTarget.getAttribute('href') ?? '' })
    },
    [navigate],
  )
  return (
    <Card className={css['list']} aria-busy={isStale}>
      <div className={css['head']} aria-hidden="true">
        <span>{t('name')}</span>
        <span>{t('field.permissions')}</span>
        <span>{t('field.state')}</span>
        <span>{t('field.balance')}</span>
      </div>
      <ul aria-label={t('title')}>
        {pages.map((page, index) => (
          <MemberPage key={index} members={page.items} open={open} visit={visit} />
        ))}
      </ul>
    </Card>
  )
}

/** /settings/team: pending, accepted, deactivated, then by name, loaded page by page. */
export function TeamScreen() {
  const { t } = useTranslation('team')
  const { search, state } = useSearch({ strict: false }) as MemberFilter
  const navigate = useNavigate()
  const change = (part: MemberFilter) =>
    void navigate({
      to: '/settings/team',
      search: (old) => ({ ...old, ...part }),
      replace: true,
      resetScroll: false,
    })
  const [typed, setTyped] = useState(search ?? '')
  usePageTitle(t('title'))
  const team = useMembers({ search, state })
  const { request, requestAction, close } = useMemberDialog()
  const [menu, setMenu] = useState<OpenMemberMenu>(null)
  const pages = team.data?.pages ?? []
  const shownCount = pages.reduce((sum, page) => sum + page.items.length, 0)
  const loadMore = () => {
    if (team.hasNextPage && !team.isFetching && !team.isFetchNextPageError)
      void team.fetchNextPage()
  }
  const endRef = useOnNearViewport(loadMore, team.isFetching)
  return (
    <Page title={t('title')} back={<SettingsNavigation />} actions={<TeamActions state={state} />}>
      <TeamFilter
        typed={typed}
        setTyped={setTyped}
        state={state}
        counts={pages.at(-1)?.counts}
        change={change}
      />
      {team.isPending ? <MembersSkeleton /> : null}
      {team.isError && !shownCount ? (
        <ErrorState error={team.error} retry={() => void team.refetch()} />
      ) : null}
      {team.data && !shownCount ? (
        <NoMembers
          onShowAll={() => {
            setTyped('')
            change({ search: undefined, state: undefined })
          }}
        />
      ) : null}
      <span className="sr-only" role="status">
        {team.data ? t('shown', { count: shownCount }) : ''}
      </span>
      {shownCount ? (
        <MemberList pages={pages} isStale={team.isPlaceholderData} setMenu={setMenu} />
      ) : null}
      <div ref={endRef} className={css['end']}>
        {team.hasNextPage ? (
          <MoreButton busy={team.isFetchingNextPage} onClick={() => void team.fetchNextPage()} />
        ) : null}
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
