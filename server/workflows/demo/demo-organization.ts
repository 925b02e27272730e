import { insertAttribute, upsertAttributeValues } from '#server/modules/attributes/queries.ts'
import { insertGroup, replaceGroupOwners } from '#server/modules/groups/queries.ts'
import { insertMembers } from '#server/modules/memberships/queries.ts'
import { refreshRuleGroups } from '#server/modules/memberships/rule-queries.ts'
import { updateUserColumns } from '#server/modules/users/queries.ts'
import type { GroupRule } from '#contract/schemas/groups.ts'
import type { GroupKind } from '#contract/schemas/organization-record.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import {
  demoAttribute,
  demoDepartments,
  demoLocations,
  demoRuleGroup,
  demoTeam,
} from './demo-texts.ts'

type DemoGroup = {
  kind: GroupKind
  name: string
  parentId?: string | null
  ownerIds?: string[]
  userIds: string[]
}

async function insertDemoGroup(
  trx: Trx,
  workspaceId: string,
  { kind, name, parentId = null, ownerIds = [], userIds }: DemoGroup,
  at: Date,
): Promise<string> {
  const id = newId(at)
  await insertGroup(trx, {
    workspace_id: workspaceId,
    id,
    kind,
    name,
    parent_id: parentId,
    created_at: at,
  })
  await replaceGroupOwners(trx, workspaceId, id, ownerIds)
  await insertMembers(
    trx,
    workspaceId,
    kind,
    userIds.map((userId) => ({ user_id: userId, group_id: id })),
    at,
  )
  return id
}

/** Creates an attribute with values of most people, and a group kept by a rule about it. */
async function insertDemoAttribute(
  trx: Trx,
  workspaceId: string,
  peopleIds: string[],
  at: Date,
): Promise<void> {
  const { name, options } = demoAttribute
  const attributeId = newId(at)
  await insertAttribute(trx, {
    workspace_id: workspaceId,
    id: attributeId,
    name,
    kind: 'list',
    options,
    visibility: 'everyone',
    created_at: at,
  })
  await upsertAttributeValues(
    trx,
    workspaceId,
    peopleIds.flatMap((userId, index) => {
      const value = options[index % (options.length + 1)]
      return value === undefined ? [] : [{ user_id: userId, attribute_id: attributeId, value }]
    }),
  )
  const rule: GroupRule = [
    { field: 'attribute', attribute_id: attributeId, values: [demoRuleGroup.option] },
  ]
  await insertGroup(trx, {
    workspace_id: workspaceId,
    id: newId(at),
    kind: 'custom',
    name: demoRuleGroup.name,
    managed_by: 'rule',
    rule: JSON.stringify(rule),
    created_at: at,
  })
  await refreshRuleGroups(trx, workspaceId, 'all', at)
}

/**
 * Creates departments with their managers, locations, a team and an attribute. The first person of a department
 * leads it and reports to the one who leads the department above, at the top to the management.
 */
export async function insertDemoOrganization(
  trx: Trx,
  workspaceId: string,
  peopleIds: string[],
  at: Date,
): Promise<void> {
  const personAt = (index: number) => peopleIds[index] ?? ''
  const leads = demoDepartments.map(({ people }) => personAt(people[0] ?? 0))
  const departmentIds: string[] = []
  for (const [index, { name, parent, people }] of demoDepartments.entries()) {
    const lead = leads[index] ?? ''
    const userIds = people.map(personAt)
    departmentIds.push(
      await insertDemoGroup(
        trx,
        workspaceId,
        {
          kind: 'department',
          name,
          parentId: parent === null ? null : (departmentIds[parent] ?? null),
          ownerIds: [lead],
          userIds,
        },
        at,
      ),
    )
    for (const id of userIds) {
      const managerId = id === lead ? leads[parent ?? 0] : lead
      if (managerId !== id)
        await updateUserColumns(trx, workspaceId, id, { manager_id: managerId ?? null })
    }
  }
  for (const [index, name] of demoLocations.entries())
    await insertDemoGroup(
      trx,
      workspaceId,
      {
        kind: 'location',
        name,
        userIds: peopleIds.filter((_, person) => person % demoLocations.length === index),
      },
      at,
    )
  await insertDemoGroup(
    trx,
    workspaceId,
    {
      kind: 'team',
      name: demoTeam.name,
      ownerIds: [personAt(demoTeam.owner)],
      userIds: demoTeam.people.map(personAt),
    },
    at,
  )
  await insertDemoAttribute(trx, workspaceId, peopleIds, at)
}
