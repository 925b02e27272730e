import { Button, Skeleton } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type MouseEvent, useCallback, useEffect, useRef, useState } from 'react'
import type { Member } from '#contract/users.ts'
import { BackToSettings } from '#web/app/BackToSettings.tsx'
import { tell, tellError } from '#web/app/errors.ts'
import { Failure } from '#web/app/Failure.tsx'
import { useTitle } from '#web/app/title.ts'
import { CallError } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Page } from '#web/ui/Page.tsx'
import type { Action } from '../actions.ts'
import { type Asked, AskedDialog } from '../components/Asked.tsx'
import { buttonId, MemberMenu } from '../components/MemberMenu.tsx'
import { MemberPage, type OpenMenu } from '../components/MemberRow.tsx'
import { TeamActions, TeamFilter } from '../components/TeamBar.tsx'
import css from '../components/team.module.css'
import { type Filter, useResend, useTeam } from '../queries.ts'

/**
 * Calls `near` as soon as the element comes near the screen, and again whenever `again` changes
 * while it is there.
 */
function useNear(near: () => void, again: unknown) {
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

function Loading() {
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
function useAsked() {
  const { t } = useTranslation('team')
  const [asked, setAsked] = useState<Asked | null>(null)
  const resend = useResend({
    done: ({ email }) => tell(t('resend.done', { email })),
    failed: (error) => {
      const wait =
        error instanceof CallError && error.has('too_many') ? error.retry_after_s : undefined
      if (wait === undefined) tellError(t, error)
      else tell(t('resend.wait', { count: wait }))
    },
  })
  const { mutate } = resend
  const ask = useCallback(
    (action: Exclude<Action, 'profile'>, user: Member) => {
      if (action === 'resend') mutate({ user })
      else setAsked({ action, user })
    },
    [mutate],
  )
  const close = () => {
    const button = asked ? buttonId(asked.user) : ''
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
  const { search, state } = useSearch({ strict: false }) as Filter
  const navigate = useNavigate()
  const change = (part: Filter) =>
    void navigate({
      to: '/settings/team',
      search: (old) => ({ ...old, ...part }),
      replace: true,
      resetScroll: false,
    })
  const [typed, setTyped] = useState(search ?? '')
  useTitle(t('title'))
  const team = useTeam({ search, state })
  const { asked, ask, close } = useAsked()
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
  const end = useNear(more, team.isFetching)
  return (
    <Page title={t('title')} back={<BackToSettings />} actions={<TeamActions state={state} />}>
      <TeamFilter
        typed={typed}
        setTyped={setTyped}
        state={state}
        counts={pages.at(-1)?.counts}
        change={change}
      />
      {team.isPending ? <Loading /> : null}
      {team.isError && !shown ? (
        <Failure error={team.error} retry={() => void team.refetch()} />
      ) : null}
      {team.data && !shown ? (
        <Card>
          <Notice art="people" level={2} title={t('nobody')} text={t('nobody_text')}>
            <Button
              variant="default"
              onClick={() => {
                setTyped('')
                change({ search: undefined, state: undefined })
              }}
            >
              {t('show_all')}
            </Button>
          </Notice>
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
      {asked ? <AskedDialog asked={asked} onClose={close} /> : null}
    </Page>
  )
}
