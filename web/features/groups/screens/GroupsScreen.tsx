import { Button, Group as Row, SegmentedControl, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { Group } from '#contract/schemas/groups.ts'
import type { GroupKind } from '#contract/schemas/organization-record.ts'
import { SettingsNavigation } from '#web/shared/settings/SettingsNavigation.tsx'
import { PagedList } from '#web/shared/PagedList.tsx'
import { useAddressField } from '#web/shared/use-address-field.ts'
import { usePageTitle } from '#web/shared/page-title.ts'
import { parseSearchText } from '#web/lib/search-text.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { Page } from '#web/ui/Page.tsx'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import { DeleteGroupDialog } from '../components/DeleteGroupDialog.tsx'
import { GroupDialog } from '../components/GroupDialog.tsx'
import css from '../components/groups.module.css'
import { groupKinds } from '../group-kinds.ts'
import { useGroups } from '../api/queries.ts'

/** Owners whose faces are shown. */
const facesMax = 3

type RowProps = { group: Group; onEdit: () => void; onDelete: () => void }
/** A group; departments are indented below the one above them. */
function GroupRow({ group, onEdit, onDelete }: RowProps) {
  const { t } = useTranslation('organization')
  return (
    <li className={css['row']} style={{ paddingLeft: Math.min(group.path.length, 4) * 20 }}>
      <div className={css['what']}>
        <Link to="/groups/$id" params={{ id: group.id }} className={css['name']}>
          {group.name}
        </Link>
        <p>
          {t('groups.people', { count: group.members })}
          {group.owners.length
            ? ` · ${t('groups.owned_by', { names: group.owners.map(({ name }) => name).join(', ') })}`
            : ''}
          {group.managed_by === 'rule' ? ` · ${t('groups.by_rule_note')}` : ''}
        </p>
      </div>
      <span className={css['faces']}>
        {group.owners.slice(0, facesMax).map((owner) => (
          <UserAvatar key={owner.id} user={owner} size={28} />
        ))}
      </span>
      <Row gap={6} wrap="nowrap">
        <Button size="compact-sm" variant="default" onClick={onEdit}>
          {t('groups.edit')}
          <span className="sr-only"> {group.name}</span>
        </Button>
        <Button size="compact-sm" variant="subtle" color="red" onClick={onDelete}>
          {t('groups.delete')}
          <span className="sr-only"> {group.name}</span>
        </Button>
      </Row>
    </li>
  )
}

/** The kind and the search, which are part of the address. */
function useListedGroups() {
  const address: { kind?: unknown; search?: unknown } = useSearch({ strict: false })
  const kind = groupKinds.find((one) => one === address.kind) ?? 'department'
  const search = parseSearchText(address.search)
  const navigate = useNavigate()
  const show = (changed: { kind?: GroupKind; search?: string | undefined }) =>
    void navigate({
      to: '/settings/groups',
      search: { kind, search, ...changed },
      replace: true,
      resetScroll: false,
    })
  return { kind, search, show }
}

/** /settings/groups: departments, locations, teams and other groups. */
export function GroupsScreen() {
  const { t } = useTranslation('organization')
  usePageTitle(t('groups.title'))
  const { kind, search, show } = useListedGroups()
  const { typed, type } = useAddressField(search, (text) => show({ search: text }))
  const groups = useGroups(kind, search ?? '')
  const [open, setOpen] = useState<Group | 'new' | null>(null)
  const [groupToDelete, setGroupToDelete] = useState<Group | null>(null)
  return (
    <Page
      title={t('groups.title')}
      narrow
      back={<SettingsNavigation />}
      actions={<Button onClick={() => setOpen('new')}>{t('groups.add')}</Button>}
    >
      <div className={css['toolbar']}>
        <SegmentedControl
          aria-label={t('groups.kind_label')}
          value={kind}
          onChange={(next) => show({ kind: next })}
          data={groupKinds.map((value) => ({ value, label: t(`groups.many.${value}`) }))}
        />
        <TextInput
          type="search"
          aria-label={t('groups.search')}
          placeholder={t('groups.search')}
          maxLength={limits.search_chars_max}
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
        />
      </div>
      <PagedList
        query={groups}
        frame={Card}
        skeletonHeights={[44, 44, 44]}
        texts={{
          empty: search ? t('groups.none') : t(`groups.empty.${kind}`),
          emptyText: search ? t('groups.none_text') : t('groups.empty_text'),
          more: t('groups.more'),
        }}
      >
        {(items) => (
          <ul className={css['list']}>
            {items.map((group) => (
              <GroupRow
                key={group.id}
                group={group}
                onEdit={() => setOpen(group)}
                onDelete={() => setGroupToDelete(group)}
              />
            ))}
          </ul>
        )}
      </PagedList>
      {open ? (
        <GroupDialog
          group={open === 'new' ? undefined : open}
          kind={kind}
          onClose={() => setOpen(null)}
        />
      ) : null}
      {groupToDelete ? (
        <DeleteGroupDialog group={groupToDelete} onClose={() => setGroupToDelete(null)} />
      ) : null}
    </Page>
  )
}
