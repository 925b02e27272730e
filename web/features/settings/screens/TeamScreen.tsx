import { Button, NativeSelect, Skeleton, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { permissions } from '#contract/permissions.ts'
import type { User, UserState } from '#contract/users.ts'
import { Failure } from '#web/app/Failure.tsx'
import { useTitle } from '#web/app/title.ts'
import { call } from '#web/lib/client.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { BackArrow, backClass, Page } from '#web/ui/Page.tsx'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import css from '../components/settings.module.css'

const states = ['pending', 'accepted', 'deactivated'] as const

function Member({ user }: { user: User }) {
  const { t } = useTranslation('settings')
  const roles = permissions.filter((name) => user.permissions[name])
  return (
    <li className={css['member']}>
      <UserAvatar user={user} size={44} />
      <div style={{ minWidth: 0 }}><Link to="/profile/$id" params={{ id: user.id }}>{user.name}</Link><small>{user.email || t('team.demo')}</small></div>
      <span className={css['roles']}>{roles.length === permissions.length ? t('team.all_roles') : roles.map((name) => t(`permission.${name}`)).join(', ')}</span>
      <span className={css['state']} data-state={user.state}>{t(`state.${user.state}`)}</span>
      <span className={css['points']}><span className="sr-only">{t('team.balance')} </span>{formatNumber(user.balance)}</span>
    </li>
  )
}

/** /settings/team: pending, accepted, deactivated, then by name; page by page, however many there are. */
export function TeamScreen() {
  const { t } = useTranslation('settings')
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 200)
  const [state, setState] = useState<UserState | 'all'>('all')
  useTitle(t('team.title'))
  const users = useInfiniteQuery({
    queryKey: ['users', search, state],
    queryFn: ({ pageParam, signal }) => call('users.list', { query: { cursor: pageParam, limit: 50, ...(search ? { search } : {}), ...(state === 'all' ? {} : { state }) }, signal }),
    initialPageParam: undefined as string | undefined, getNextPageParam: (last) => last.next_cursor ?? undefined, placeholderData: keepPreviousData,
  })
  const members = users.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <Page title={t('team.title')} back={<Link to="/settings" className={backClass}><BackArrow />{t('title')}</Link>} actions={<Button component={Link} to="/settings/team/add-user">{t('team.add')}</Button>}>
      <div className={css['bar']}>
        <TextInput aria-label={t('team.search')} placeholder={t('team.search')} value={typed} onChange={(event) => setTyped(event.currentTarget.value)} type="search" />
        <NativeSelect aria-label={t('team.state')} value={state} onChange={(event) => setState(event.currentTarget.value as UserState | 'all')} data={[{ value: 'all', label: t('state.all') }, ...states.map((value) => ({ value, label: t(`state.${value}`) }))]} />
      </div>
      {users.isError ? <Failure error={users.error} retry={() => void users.refetch()} /> : null}
      {users.isPending ? <Card aria-busy="true">{Array.from({ length: 6 }, (_, index) => <Skeleton key={index} height={44} mb={14} />)}</Card> : null}
      {users.data && !members.length ? <Card><Notice art="people" title={t('team.nobody')} text={t('team.nobody_text')} /></Card> : null}
      {members.length ? <Card><ul className={css['list']} aria-label={t('team.title')}>{members.map((user) => <Member key={user.id} user={user} />)}</ul></Card> : null}
      {users.hasNextPage ? <Button variant="default" mt="md" loading={users.isFetchingNextPage} onClick={() => void users.fetchNextPage()}>{t('team.more')}</Button> : null}
    </Page>
  )
}
