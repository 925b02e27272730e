import { Button, Skeleton } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type MouseEvent, useCallback, useEffect, useRef, useState } from 'react'
import type { Member } from '#contract/schemas/users.ts'
import { BackToSettingsLink } from '#web/shared/settings/BackToSettingsLink.tsx'
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
 * Calls `near` as soon as the element comes near the screen, and again whenever `again` changes
 * while it is there.
 */
function useOnNearViewport(near: () => void, again: unknown) {
  const ref = useRef<HTMLDivElement>(null)
  const latest = useRef(near)
  useEffect(() => {
    latest.current = near
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
  }, [again])
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

/** What was chosen in a member's menu, and the focus back on that menu's button when it is done. */
function useMemberDialog() {
  const { t } = useTranslation('team')
  const [asked, setAsked] = useState<MemberDialogRequest | null>(null)
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
  const ask = useCallback(
    (action: Exclude<MemberAction, 'profile'>, user: Member) => {
      if (action === 'resend') mutate({ user })
      else setAsked({ action, user })
    },
    [mutate],
  )
  const close = () => {
    const button = asked ? menuButtonId(asked.user) : ''
    setAsked(null)
    // After the dialog has gone; somebody deleted has no button any more.
    requestAnimationFrame(() =>
      (document.getElementById(button) ?? document.getElementById('main'))?.focus({
        preventScroll: true,
      }),
    )
  }
  return { asked, ask, close }
}

/**
 * /settings/team: pending, accepted, deactivated, then by name; page by page, however many there
 * are.
 */
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
  const { asked, ask, close } = useMemberDialog()
  const [menu, setMenu] = useState<{ user: Member; button: HTMLElement } | null>(null)
  const open: OpenMenu = useCallback(
    (user, button) => setMenu((now) => (now?.button === button ? null : { user, button })),
    [],
  )
  const pages = team.data?.pages ?? []
  const shown = pages.reduce((sum, page) => sum + page.items.length, 0)
  const more = () => {
    if (team.hasNextPage && !team.isFetching && !team.isFetchNextPageError)
      void team.fetchNextPage()
  }
  const visit = useCallback(
    (event: MouseEvent<HTMLAnchorElement>) => {
      // A click with a modifier opens a tab, as everywhere.
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      void navigate({ href: event.currentTarget.getAttribute('href') ?? '' })
    },
    [navigate],
  )
  const end = useOnNearViewport(more, team.isFetching)
  return (
    <Page title={t('title')} back={<BackToSettingsLink />} actions={<TeamActions state={state} />}>
      <TeamFilter
        typed={typed}
        setTyped={setTyped}
        state={state}
        counts={pages.at(-1)?.counts}
        change={change}
      />
      {team.isPending ? <MembersSkeleton /> : null}
      {team.isError && !shown ? (
        <ErrorState error={team.error} retry={() => void team.refetch()} />
      ) : null}
      {team.data && !shown ? (
        <Card>
          <EmptyState art="people" level={2} title={t('nobody')} text={t('nobody_text')}>
            <Button
              variant="default"
              onClick={() => {
                setTyped('')
                change({ search: undefined, state: undefined })
              }}
            >
              {t('show_all')}
            </Button>
          </EmptyState>
        </Card>
      ) : null}
      <span className="sr-only" role="status">
        {team.data ? t('shown', { count: shown }) : ''}
      </span>
      {shown ? (
        <Card className={css['list']} aria-busy={team.isPlaceholderData}>
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
      ) : null}
      <div ref={end} className={css['end']}>
        {team.hasNextPage ? (
          <Button
            variant="default"
            loading={team.isFetchingNextPage}
            onClick={() => void team.fetchNextPage()}
          >
            {t('more')}
          </Button>
        ) : null}
      </div>
      {menu ? (
        <MemberMenu key={menu.user.id} {...menu} ask={ask} onClose={() => setMenu(null)} />
      ) : null}
      {asked ? <MemberDialog asked={asked} onClose={close} /> : null}
    </Page>
  )
}
