import { ActionIcon, Button, Group as Row, Skeleton, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch, IconX } from '@tabler/icons-react'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { OutputOf } from '#contract/routes/index.ts'
import type { Group } from '#contract/schemas/groups.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { NotFound } from '#web/shared/errors/NotFound.tsx'
import { notifyError, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { useGroup } from '#web/shared/groups/groups.api.ts'
import { PagedList } from '#web/shared/PagedList.tsx'
import { GiveThanksIcon } from '#web/shared/people/GiveThanks.tsx'
import { PostList } from '#web/shared/posts/PostList.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { ApiCallError } from '#web/lib/client.ts'
import { searchDelayMs } from '#web/shared/search-delay.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import { AddMembersDialog } from '../components/AddMembersDialog.tsx'
import { DeleteGroupDialog } from '../components/DeleteGroupDialog.tsx'
import { GroupDialog } from '../components/GroupDialog.tsx'
import css from '../components/groups.module.css'
import { RuleText } from '../rules/RuleText.tsx'
import { useGroupMembers, useRemoveMembers } from '../api/queries.ts'

type GroupMember = OutputOf<'groups.members'>['items'][number]

/** A person of the group. People of a department below it name that one. */
function MemberCard({
  member,
  onRemove,
}: {
  member: GroupMember
  onRemove: (() => void) | undefined
}) {
  const { t } = useTranslation('organization')
  const nameOf = usePersonName()
  return (
    <li className={css['member']} data-thankable>
      <Link to="/profile/$id" params={{ id: member.id }}>
        <UserAvatar user={member} size={44} />
        <span>
          <b>{nameOf(member)}</b>
          {member.job_title ? <small>{member.job_title}</small> : null}
          {member.group ? <small>{member.group.name}</small> : null}
        </span>
      </Link>
      <GiveThanksIcon person={member} />
      {onRemove && !member.group ? (
        <ActionIcon
          variant="subtle"
          aria-label={t('groups.remove_member', { name: nameOf(member) })}
          onClick={onRemove}
        >
          <IconX size={16} aria-hidden="true" />
        </ActionIcon>
      ) : null}
    </li>
  )
}

function Members({ group }: { group: Group }) {
  const { t } = useTranslation('organization')
  const members = useGroupMembers(group.id)
  const remove = useRemoveMembers({
    onSuccess: () => notifySuccess(t('groups.member_removed')),
    onError: (error) => notifyError(t, error),
  })
  return (
    <PagedList
      query={members}
      frame={Card}
      skeletonHeights={[56, 56]}
      texts={{
        empty: t('groups.no_members'),
        emptyText: t(
          group.managed_by === 'rule' ? 'rule.no_members_text' : 'groups.no_members_text',
        ),
        more: t('groups.more'),
      }}
    >
      {(items) => (
        <ul className={css['members']}>
          {items.map((member) => (
            <MemberCard
              key={member.id}
              member={member}
              onRemove={
                group.abilities.change_members
                  ? () => remove.mutate({ id: group.id, userIds: [member.id] })
                  : undefined
              }
            />
          ))}
        </ul>
      )}
    </PagedList>
  )
}

/** The public posts from and to the people of the group, all or those with some words. */
function GroupPosts({ group }: { group: Group }) {
  const { t } = useTranslation('organization')
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), searchDelayMs)
  return (
    <section className={css['posts']} aria-labelledby="posts">
      <h2 id="posts">{t('groups.posts')}</h2>
      <TextInput
        type="search"
        aria-label={t('groups.search_posts')}
        placeholder={t('groups.search_posts')}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        maxLength={limits.search_chars_max}
        mb="md"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <PostList
        filter={{ group_id: group.id, ...(search ? { search } : {}) }}
        empty={
          <Card>
            <EmptyState
              art={search ? 'lost' : 'laurel'}
              title={t(search ? 'groups.no_found_posts' : 'groups.no_posts')}
              text={t(search ? 'groups.no_found_posts_text' : 'groups.no_posts_text')}
            />
          </Card>
        }
      />
    </section>
  )
}

type OpenDialog = 'edit' | 'delete' | 'add_members' | null
function GroupActions({ group, onOpen }: { group: Group; onOpen: (dialog: OpenDialog) => void }) {
  const { t } = useTranslation('organization')
  return (
    <Row gap={8}>
      {group.abilities.edit ? (
        <>
          <Button variant="subtle" color="red" onClick={() => onOpen('delete')}>
            {t('groups.delete')}
          </Button>
          <Button variant="default" onClick={() => onOpen('edit')}>
            {t('groups.edit')}
          </Button>
        </>
      ) : null}
      {group.abilities.change_members ? (
        <Button onClick={() => onOpen('add_members')}>{t('groups.add_members')}</Button>
      ) : null}
    </Row>
  )
}

/** Where the group is, how many people it has, and who owns it. */
function GroupFacts({ group }: { group: Group }) {
  const { t } = useTranslation('organization')
  return (
    <p className={css['facts']}>
      {[t(`groups.one.${group.kind}`), ...group.path].join(' › ')}
      {' · '}
      {t('groups.people', { count: group.members })}
      {group.owners.length ? ` · ${t('groups.owners')}: ` : ''}
      {group.owners.map((owner, index) => (
        <span key={owner.id}>
          {index ? ', ' : ''}
          <Link to="/profile/$id" params={{ id: owner.id }}>
            {owner.name}
          </Link>
        </span>
      ))}
    </p>
  )
}

function GroupById({ id }: { id: string }) {
  const { t } = useTranslation('organization')
  const { data: group, error, refetch } = useGroup(id)
  const navigate = useNavigate()
  const [open, setOpen] = useState<OpenDialog>(null)
  usePageTitle(group?.name ?? t('groups.title'))
  if (error instanceof ApiCallError && error.has('not_found')) return <NotFound />
  if (!group && error) return <ErrorState error={error} retry={() => void refetch()} />
  if (!group)
    return (
      <Page title={t('groups.title')}>
        <Skeleton height={240} />
      </Page>
    )
  const close = () => setOpen(null)
  return (
    <Page title={group.name} actions={<GroupActions group={group} onOpen={setOpen} />}>
      <GroupFacts group={group} />
      {group.managed_by === 'rule' ? <RuleText rule={group.rule} /> : null}
      <Members group={group} />
      <GroupPosts group={group} />
      {open === 'edit' ? <GroupDialog group={group} kind={group.kind} onClose={close} /> : null}
      {open === 'add_members' ? <AddMembersDialog group={group} onClose={close} /> : null}
      {open === 'delete' ? (
        <DeleteGroupDialog
          group={group}
          onClose={close}
          onDeleted={() => void navigate({ to: '/settings/groups', replace: true })}
        />
      ) : null}
    </Page>
  )
}

/** /groups/{id}: a group and its people. */
export function GroupScreen() {
  const { id = '' } = useParams({ strict: false })
  return <GroupById key={id} id={id} />
}
