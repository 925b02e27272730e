import { Button, Skeleton } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { User } from '#contract/users.ts'
import { tell, tellError } from '#web/app/errors.ts'
import { Failure } from '#web/app/Failure.tsx'
import { useTitle } from '#web/app/title.ts'
import { CallError } from '#web/lib/client.ts'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { BackArrow, backClass, Page } from '#web/ui/Page.tsx'
import type { Action } from '../actions.ts'
import { type Asked, AskedDialog } from '../components/Asked.tsx'
import { MemberRow, menusId, rowId } from '../components/MemberRow.tsx'
import { TeamActions, TeamFilter } from '../components/TeamBar.tsx'
import css from '../components/team.module.css'
import { type Filter, useResend, useTeam } from '../queries.ts'

/** Calls `near` as soon as the element comes near the screen, and again whenever `again` changes while it is there. */
function useNear(near: () => void, again: unknown) {
  const ref = useRef<HTMLDivElement>(null)
  const latest = useRef(near)
  useEffect(() => { latest.current = near })
  useEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const observer = new IntersectionObserver((entries) => { if (entries.some((entry) => entry.isIntersecting)) latest.current() }, { rootMargin: '800px' })
    observer.observe(element)
    return () => observer.disconnect()
  }, [again])
  return ref
}

function Loading() {
  return (
    <Card aria-busy="true" className={css['list']}>
      {Array.from({ length: 8 }, (_, index) => (
        <div key={index} className={css['member']}><Skeleton circle height={44} /><div><Skeleton height={15} width="55%" mb={8} /><Skeleton height={12} width="75%" /></div><Skeleton height={24} width="60%" radius="xl" /></div>
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
      const wait = error instanceof CallError && error.has('too_many') ? error.retry_after_s : undefined
      if (wait === undefined) tellError(t, error)
      else tell(t('resend.wait', { count: wait }))
    },
  })
  const { mutate } = resend
  const ask = useCallback((action: Exclude<Action, 'profile'>, user: User) => {
    if (action === 'resend') mutate({ user })
    else setAsked({ action, user })
  }, [mutate])
  const close = () => {
    const row = asked ? rowId(asked.user) : ''
    setAsked(null)
    // After the dialog has gone; somebody deleted has no button any more.
    requestAnimationFrame(() => {
      const button = document.getElementById(row)?.querySelector('button')
      const place = button ?? document.getElementById('main')
      place?.focus({ preventScroll: true })
    })
  }
  return { asked, ask, close }
}

/** /settings/team: pending, accepted, deactivated, then by name; page by page, however many there are. */
export function TeamScreen() {
  const { t } = useTranslation('team')
  const { search, state } = useSearch({ strict: false }) as Filter
  const navigate = useNavigate()
  const change = (part: Filter) => void navigate({ to: '/settings/team', search: (old) => ({ ...old, ...part }), replace: true, resetScroll: false })
  const [typed, setTyped] = useState(search ?? '')
  useTitle(t('title'))
  const team = useTeam({ search, state })
  const { asked, ask, close } = useAsked()
  const members = team.data?.pages.flatMap((page) => page.items) ?? []
  const more = () => { if (team.hasNextPage && !team.isFetching && !team.isFetchNextPageError) void team.fetchNextPage() }
  const end = useNear(more, team.isFetching)
  return (
    <Page title={t('title')} back={<Link to="/settings" className={backClass}><BackArrow />{t('common:nav.settings')}</Link>} actions={<TeamActions state={state} />}>
      <TeamFilter typed={typed} setTyped={setTyped} state={state} counts={team.data?.pages.at(-1)?.counts} change={change} />
      {team.isPending ? <Loading /> : null}
      {team.isError && !members.length ? <Failure error={team.error} retry={() => void team.refetch()} /> : null}
      {team.data && !members.length ? <Card><Notice art="people" level={2} title={t('nobody')} text={t('nobody_text')}><Button variant="default" onClick={() => { setTyped(''); change({ search: undefined, state: undefined }) }}>{t('show_all')}</Button></Notice></Card> : null}
      <span className="sr-only" role="status">{team.data ? t('shown', { count: members.length }) : ''}</span>
      {members.length ? (
        <Card className={css['list']} aria-busy={team.isPlaceholderData}>
          <div className={css['head']} aria-hidden="true"><span>{t('name')}</span><span>{t('field.permissions')}</span><span>{t('field.state')}</span><span>{t('field.balance')}</span></div>
          <ul aria-label={t('title')}>{members.map((user) => <MemberRow key={user.id} user={user} ask={ask} />)}</ul>
        </Card>
      ) : null}
      <div ref={end} className={css['end']}>
        {team.hasNextPage ? <Button variant="default" loading={team.isFetchingNextPage} onClick={() => void team.fetchNextPage()}>{t('more')}</Button> : null}
      </div>
      <div id={menusId} />
      {asked ? <AskedDialog asked={asked} onClose={close} /> : null}
    </Page>
  )
}
