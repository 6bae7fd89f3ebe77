import type { ServerUnaryCall, ServerWritableStream, UntypedServiceImplementation } from '@grpc/grpc-js';
import usersPb from '@eventstore/db-client/generated/users_pb.js';
import { accessDenied, handlerFault, toRpcError } from '../protocol/rpc-error.ts';
import { admins, type Principal } from '../security/access.ts';
import { hashPassword, verifyPassword } from '../security/password.ts';
import type { NodeContext } from '../server/node-context.ts';
import { unary } from '../server/unary.ts';
import { type KnownUser, userNotFound } from './user-directory.ts';

const { DetailsResp } = usersPb;

const required = <Value>(value: Value | undefined): Value => {
  if (value === undefined) throw handlerFault();
  return value;
};

const detailsOf = ({ user, updated }: KnownUser): InstanceType<typeof DetailsResp> => {
  const details = new DetailsResp.UserDetails();
  details.setLoginName(user.loginName);
  details.setFullName(user.fullName);
  details.setGroupsList([...user.groups]);
  details.setDisabled(user.disabled);
  const time = new DetailsResp.UserDetails.DateTime();
  time.setTicksSinceEpoch(`${updated}0000`);
  details.setLastUpdated(time);
  const response = new DetailsResp();
  response.setUserDetails(details);
  return response;
};

type DetailsCall = ServerWritableStream<
  InstanceType<typeof usersPb.DetailsReq>,
  InstanceType<typeof usersPb.DetailsResp>
>;

/**
 * The `Users` service. Administrators manage users. Every user may read their own details and
 * change their password.
 */
export const usersService = (context: NodeContext): UntypedServiceImplementation => {
  const { access, users } = context;
  const adminOf = async (call: ServerUnaryCall<unknown, unknown>): Promise<Principal> => {
    const principal = await access.authenticate(call.metadata);
    access.checkRole(principal, admins);
    return principal;
  };

  const details = async (call: DetailsCall): Promise<void> => {
    const principal = await access.authenticate(call.metadata);
    const loginName = call.request.getOptions()?.getLoginName() ?? '';
    if (principal.name === '' || principal.name !== loginName) access.checkRole(principal, admins);
    if (loginName === '') for (const user of await users.all()) call.write(detailsOf(user));
    else {
      const user = await users.find(loginName);
      if (user === undefined) throw userNotFound(loginName);
      call.write(detailsOf(user));
    }
    call.end();
  };

  return {
    create: unary(
      async (
        call: ServerUnaryCall<InstanceType<typeof usersPb.CreateReq>, InstanceType<typeof usersPb.CreateResp>>,
      ) => {
        await adminOf(call);
        const options = required(call.request.getOptions());
        if (options.getLoginName() === '') throw handlerFault();
        const groups = options.getGroupsList();
        await users.create(options.getLoginName(), options.getFullName(), groups, options.getPassword());
        return new usersPb.CreateResp();
      },
    ),
    update: unary(
      async (
        call: ServerUnaryCall<InstanceType<typeof usersPb.UpdateReq>, InstanceType<typeof usersPb.UpdateResp>>,
      ) => {
        await adminOf(call);
        const options = required(call.request.getOptions());
        const change = { fullName: options.getFullName(), groups: options.getGroupsList() };
        await users.change(options.getLoginName(), () => change);
        return new usersPb.UpdateResp();
      },
    ),
    delete: unary(
      async (
        call: ServerUnaryCall<InstanceType<typeof usersPb.DeleteReq>, InstanceType<typeof usersPb.DeleteResp>>,
      ) => {
        await adminOf(call);
        await users.delete(required(call.request.getOptions()).getLoginName());
        return new usersPb.DeleteResp();
      },
    ),
    enable: unary(
      async (
        call: ServerUnaryCall<InstanceType<typeof usersPb.EnableReq>, InstanceType<typeof usersPb.EnableResp>>,
      ) => {
        await adminOf(call);
        await users.change(required(call.request.getOptions()).getLoginName(), () => ({ disabled: false }));
        return new usersPb.EnableResp();
      },
    ),
    disable: unary(
      async (
        call: ServerUnaryCall<InstanceType<typeof usersPb.DisableReq>, InstanceType<typeof usersPb.DisableResp>>,
      ) => {
        await adminOf(call);
        await users.change(required(call.request.getOptions()).getLoginName(), () => ({ disabled: true }));
        return new usersPb.DisableResp();
      },
    ),
    changePassword: unary(
      async (
        call: ServerUnaryCall<
          InstanceType<typeof usersPb.ChangePasswordReq>,
          InstanceType<typeof usersPb.ChangePasswordResp>
        >,
      ) => {
        const principal = await access.authenticate(call.metadata);
        access.checkRole(principal);
        const options = required(call.request.getOptions());
        await users.change(options.getLoginName(), async (user) => {
          if (!(await verifyPassword(options.getCurrentPassword(), user))) throw accessDenied();
          return hashPassword(options.getNewPassword());
        });
        return new usersPb.ChangePasswordResp();
      },
    ),
    resetPassword: unary(
      async (
        call: ServerUnaryCall<
          InstanceType<typeof usersPb.ResetPasswordReq>,
          InstanceType<typeof usersPb.ResetPasswordResp>
        >,
      ) => {
        await adminOf(call);
        const options = required(call.request.getOptions());
        await users.change(options.getLoginName(), () => hashPassword(options.getNewPassword()));
        return new usersPb.ResetPasswordResp();
      },
    ),
    details: (call: DetailsCall): void => {
      details(call).catch((error: unknown) => call.emit('error', toRpcError(error)));
    },
  };
};
