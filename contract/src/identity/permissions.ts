// Roles and permissions.
import { z } from 'zod';
import { permissions, roles } from '../values.ts';

export const permissionSchema = z.enum(permissions).meta({ id: 'Permission' });

export const roleSchema = z.enum(roles).meta({ id: 'Role' });
