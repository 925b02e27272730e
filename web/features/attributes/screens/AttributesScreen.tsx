import { Button, Group as Row, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { Attribute } from '#contract/schemas/attributes.ts'
import { attributesQuery } from '#web/shared/attributes/attributes.api.ts'
import { notifyError, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { SettingsNavigation } from '#web/shared/settings/SettingsNavigation.tsx'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { AttributeDialog } from '../components/AttributeDialog.tsx'
import css from '../components/attributes.module.css'
import { useDeleteAttribute } from '../api/queries.ts'

/** Options that a row names; the dialog has all of them. */
const optionsShown = 6

type RowProps = { attribute: Attribute; onEdit: () => void; onDelete: () => void }
function AttributeRow({ attribute, onEdit, onDelete }: RowProps) {
  const { t } = useTranslation('organization')
  const { name, kind, options, visibility } = attribute
  const hidden = options.length - optionsShown
  return (
    <li className={css['row']}>
      <div className={css['what']}>
        <b>{name}</b>
        <p>{`${t(`attributes.kinds.${kind}`)} · ${t(`attributes.visible.${visibility}`)}`}</p>
        {options.length ? (
          <p>
            {options.slice(0, optionsShown).join(', ')}
            {hidden > 0 ? ` ${t('attributes.more', { count: hidden })}` : ''}
          </p>
        ) : null}
      </div>
      <Row gap={6} wrap="nowrap">
        <Button size="compact-sm" variant="default" onClick={onEdit}>
          {t('attributes.edit')}
          <span className="sr-only"> {name}</span>
        </Button>
        <Button size="compact-sm" variant="subtle" color="red" onClick={onDelete}>
          {t('attributes.delete')}
          <span className="sr-only"> {name}</span>
        </Button>
      </Row>
    </li>
  )
}

/** Confirms the deletion of an attribute with its values. */
function DeleteDialog({ attribute, onClose }: { attribute: Attribute; onClose: () => void }) {
  const { t } = useTranslation('organization')
  const remove = useDeleteAttribute({
    onSuccess: () => {
      notifySuccess(t('attributes.deleted'))
      onClose()
    },
    onError: (error) => {
      notifyError(t, error)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      opened
      danger
      title={t('attributes.delete_title', { name: attribute.name })}
      text={t('attributes.delete_text')}
      confirm={t('attributes.delete')}
      cancel={t('common:cancel')}
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate(attribute.id)}
    />
  )
}

function NoAttributes() {
  const { t } = useTranslation('organization')
  return (
    <Card>
      <EmptyState
        art="people"
        level={2}
        title={t('attributes.empty')}
        text={t('attributes.empty_text')}
      />
    </Card>
  )
}

/** /settings/attributes: the fields of people that the team has added. */
export function AttributesScreen() {
  const { t } = useTranslation('organization')
  usePageTitle(t('attributes.title'))
  const { data: attributes, error, isPending, isLoadingError, refetch } = useQuery(attributesQuery)
  const [open, setOpen] = useState<Attribute | 'new' | null>(null)
  const [attributeToDelete, setAttributeToDelete] = useState<Attribute | null>(null)
  const count = attributes?.length ?? 0
  return (
    <Page
      title={t('attributes.title')}
      narrow
      back={<SettingsNavigation />}
      actions={
        <Row gap="md">
          {count ? (
            <span className={css['count']}>
              {t('attributes.count', { n: count, most: limits.attributes_max })}
            </span>
          ) : null}
          <Button
            disabled={!attributes || count >= limits.attributes_max}
            onClick={() => setOpen('new')}
          >
            {t('attributes.add')}
          </Button>
        </Row>
      }
    >
      {isPending ? (
        <Card aria-busy="true">
          <Skeleton height={44} mb={14} />
          <Skeleton height={44} />
        </Card>
      ) : null}
      {isLoadingError ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {attributes && !count ? <NoAttributes /> : null}
      {attributes && count ? (
        <Card>
          <ul className={css['list']} aria-label={t('attributes.title')}>
            {attributes.map((attribute) => (
              <AttributeRow
                key={attribute.id}
                attribute={attribute}
                onEdit={() => setOpen(attribute)}
                onDelete={() => setAttributeToDelete(attribute)}
              />
            ))}
          </ul>
        </Card>
      ) : null}
      {open ? (
        <AttributeDialog
          attribute={open === 'new' ? undefined : open}
          onClose={() => setOpen(null)}
        />
      ) : null}
      {attributeToDelete ? (
        <DeleteDialog attribute={attributeToDelete} onClose={() => setAttributeToDelete(null)} />
      ) : null}
    </Page>
  )
}
