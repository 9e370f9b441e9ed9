import * as z from 'zod';
import { activityQuery, activityView, operatorActivityQuery, operatorActivityView } from './activity.schema.ts';
import { idParams } from './common.schema.ts';
import type { Endpoint } from './endpoint.ts';
import { changeRoleBody, inviteMemberBody, memberParams, memberView } from './members.schema.ts';
import { createShopBody, operatorShopsQuery, operatorShopView, suspendShopBody } from './operator.schema.ts';
import {
  ownShopParams,
  pauseBody,
  pauseView,
  saveSettingsBody,
  settingsView,
  shopPictureForm,
  shopPictureView,
} from './settings.schema.ts';

/** The calls of a shop's admin about the shop itself: settings, team, what was done by whom. */
const SHOP_ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'get',
    path: '/api/shops/:shopId/settings',
    auth: 'vendor',
    summary: "A shop's settings",
    params: ownShopParams,
    status: 200,
    answer: settingsView,
  },
  {
    method: 'put',
    path: '/api/shops/:shopId/settings',
    auth: 'admin',
    summary: "Save a shop's settings, unless somebody else did meanwhile",
    params: ownShopParams,
    body: saveSettingsBody,
    status: 200,
    answer: settingsView,
  },
  {
    method: 'put',
    path: '/api/shops/:shopId/pause',
    auth: 'vendor',
    summary: 'Stop taking orders for now, or go on',
    params: ownShopParams,
    body: pauseBody,
    status: 200,
    answer: pauseView,
  },
  {
    method: 'put',
    path: '/api/shops/:shopId/picture',
    auth: 'admin',
    summary: "Replace the picture of a shop's front",
    params: ownShopParams,
    form: shopPictureForm,
    picture: 'picture',
    status: 200,
    answer: shopPictureView,
  },
  {
    method: 'delete',
    path: '/api/shops/:shopId/picture',
    auth: 'admin',
    summary: 'Remove the uploaded picture',
    params: ownShopParams,
    status: 200,
    answer: shopPictureView,
  },
  {
    method: 'get',
    path: '/api/shops/:shopId/activity',
    auth: 'admin',
    summary: 'Who changed what in a shop, newest first',
    params: ownShopParams,
    query: activityQuery,
    status: 200,
    answer: z.array(activityView),
  },
];

const MEMBER_ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'get',
    path: '/api/shops/:shopId/members',
    auth: 'vendor',
    summary: "A shop's team",
    params: ownShopParams,
    status: 200,
    answer: z.array(memberView),
  },
  {
    method: 'post',
    path: '/api/shops/:shopId/members',
    auth: 'admin',
    summary: 'Invite somebody to the team',
    params: ownShopParams,
    body: inviteMemberBody,
    status: 201,
    answer: memberView,
  },
  {
    method: 'patch',
    path: '/api/shops/:shopId/members/:userId',
    auth: 'admin',
    summary: "Change a member's role",
    params: memberParams,
    body: changeRoleBody,
    status: 200,
    answer: memberView,
  },
  {
    method: 'post',
    path: '/api/shops/:shopId/members/:userId/invitation',
    auth: 'admin',
    summary: 'Send an invitation again to somebody who has not signed in yet',
    params: memberParams,
    status: 200,
    answer: memberView,
  },
  {
    method: 'delete',
    path: '/api/shops/:shopId/members/:userId',
    auth: 'vendor',
    summary: 'Remove somebody from the team (admins), or leave it',
    params: memberParams,
    status: 204,
  },
];

const OPERATOR_ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'get',
    path: '/api/operator/shops',
    auth: 'operator',
    summary: 'All shops of the platform, newest first',
    query: operatorShopsQuery,
    status: 200,
    answer: z.array(operatorShopView),
  },
  {
    method: 'post',
    path: '/api/operator/shops',
    auth: 'operator',
    summary: 'Create a shop and invite its first admin',
    body: createShopBody,
    status: 201,
    answer: operatorShopView,
  },
  {
    method: 'patch',
    path: '/api/operator/shops/:id',
    auth: 'operator',
    summary: 'Suspend a shop with a reason, or resume it',
    params: idParams,
    body: suspendShopBody,
    status: 200,
    answer: operatorShopView,
  },
  {
    method: 'get',
    path: '/api/operator/activity',
    auth: 'operator',
    summary: 'Which shops were created, suspended and resumed, newest first',
    query: operatorActivityQuery,
    status: 200,
    answer: z.array(operatorActivityView),
  },
];

/** The calls of the back office about shops themselves, their people and what they did. */
export const DESK_ENDPOINTS: readonly Endpoint[] = [...SHOP_ENDPOINTS, ...MEMBER_ENDPOINTS, ...OPERATOR_ENDPOINTS];
